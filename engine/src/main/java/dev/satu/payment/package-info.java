/** What becomes of money after its sale: so far, that an operator cancels the sale. */
@NullMarked
package dev.satu.payment;

import org.jspecify.annotations.NullMarked;
