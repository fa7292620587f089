package dev.satu.bench.measure;

import dev.satu.bench.rig.Rig;
import java.io.IOException;
import java.sql.SQLException;
import java.util.List;

/** A measurement of one row of the performance page. */
@FunctionalInterface
public interface Row {
  /** Measures; several results where the row asks for several numbers. */
  List<Measured> measure(Rig rig) throws IOException, SQLException;
}
