package org.curtail.cli.bench;

/** How policies that boost should do so. */
public enum BoostKind {
  /** Threads that are not boosted pause between chunks. */
  GATE,
  /** The operating system lets boosted threads go first, if it can; else the gate. */
  SYSTEM,
  /** Not at all. */
  OFF
}
