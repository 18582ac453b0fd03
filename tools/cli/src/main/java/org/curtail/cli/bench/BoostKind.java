package org.curtail.cli.bench;

/** Way in which policies boost threads. */
public enum BoostKind {
  /** Threads without boost pause between chunks. */
  GATE,
  /** The operating system runs boosted threads first, if it can; else {@link #GATE}. */
  SYSTEM,
  /** No boost. */
  OFF
}
