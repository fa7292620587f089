/** Files of lots: kept while they are uploaded, then read row by row. */
@NullMarked
package dev.satu.server.asset.lotfile;

import org.jspecify.annotations.NullMarked;
