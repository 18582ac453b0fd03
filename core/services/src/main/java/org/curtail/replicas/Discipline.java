package org.curtail.replicas;

/** Whom a replica serves when more requests wait than it has slots. */
public enum Discipline {
  /** Those that came first, each with a slot of its own; the others wait. */
  FIRST_COME_FIRST_SERVED,

  /**
   * All at once: nobody waits, and with more requests than slots all progress slower in proportion.
   */
  PROCESSOR_SHARING
}
