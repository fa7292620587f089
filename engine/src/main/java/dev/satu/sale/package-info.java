/** Payment rows without rules: one row per (gateway, payment_ref). */
@NullMarked
package dev.satu.sale;

import org.jspecify.annotations.NullMarked;
