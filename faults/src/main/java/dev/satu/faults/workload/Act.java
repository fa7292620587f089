package dev.satu.faults.workload;

/** One thing that a client does: a call, or some that belong together. Has no state. */
interface Act {
  /** Does it, or nothing if the client has nothing to do it with. */
  void perform(Client client);
}
