package dev.satu.faults.nemesis;

import java.time.Duration;

/**
 * A fault that is described by values alone: what it is called, what it takes, how long it lasts.
 */
abstract class LastingFault implements Fault {
  private final String name;
  private final Part part;
  private final Duration shortest;
  private final Duration longest;

  LastingFault(String name, Part part, Duration shortest, Duration longest) {
    this.name = name;
    this.part = part;
    this.shortest = shortest;
    this.longest = longest;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final Part part() {
    return part;
  }

  @Override
  public final Duration shortest() {
    return shortest;
  }

  @Override
  public final Duration longest() {
    return longest;
  }
}
