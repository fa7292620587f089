/** Values that every room uses: ids, slots, money, and who acts. No SQL, no clock. */
@NullMarked
package dev.satu.value;

import org.jspecify.annotations.NullMarked;
