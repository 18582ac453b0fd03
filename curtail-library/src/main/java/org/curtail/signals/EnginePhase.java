package org.curtail.signals;

/** What an engine's thread does for its request: the phase of its tag is the ordinal. */
public enum EnginePhase {
  /** It serves nobody. */
  NONE,

  /** It finds out what there is to do: {@code SharedWork.begin}, {@code chunks}, {@code join}. */
  BEGIN,

  /** It runs chunks. */
  CHUNKS,

  /** It makes the result. */
  RESULT,

  /** It has been paused between two chunks, since boosted requests need its core. */
  PAUSED
}
