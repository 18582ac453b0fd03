package org.curtail.runtime;

/** What an engine's thread does for its request: the phase of its tag is the {@link #number}. */
enum EnginePhase {
  /** It serves nobody. */
  NONE(0),

  /** It finds out what there is to do: {@code SharedWork.begin}, {@code chunks}, {@code join}. */
  BEGIN(1),

  /** It runs chunks. */
  CHUNKS(2),

  /** It makes the result. */
  RESULT(3),

  /** It has been paused between two chunks, since boosted requests need its core. */
  PAUSED(4);

  private final int number;

  EnginePhase(int number) {
    this.number = number;
  }

  /** As it stands in a tag. */
  int number() {
    return number;
  }
}
