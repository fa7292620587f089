package dev.satu.faults.nemesis;

/** What a fault takes for itself: two that touch the same part never strike at the same time. */
public enum Part {
  /** Both PostgreSQLs: who loses the primary must know that the standby is well. */
  DATABASE,
  /** One node, or the connections to or from it; the other serves on. */
  NODE,
  /** Sessions of others on the primary. */
  SESSIONS
}
