package dev.satu.imports;

import java.sql.SQLException;

/** A file of lots, which an import reads once. */
@FunctionalInterface
public interface LotFile {
  /** Gives all rows, good and bad, in the order of the file, while more are wanted. */
  void readInto(Taker taker) throws SQLException;

  /** Takes the rows of a file. */
  interface Taker {
    /** A row that keeps all rules which can be judged by itself. */
    void lot(LotRow row) throws SQLException;

    /** A row that breaks one. A row that breaks several is told as often. */
    void bad(BadRow row);

    /** Whether it makes sense to read on: not after very many bad rows. */
    boolean wantsMore();

    /** So many bytes of the file have been read, for those who watch. Need not be exact. */
    default void read(long bytes) {}
  }
}
