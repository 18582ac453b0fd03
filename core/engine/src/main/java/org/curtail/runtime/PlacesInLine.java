package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/** Who waits for a core of some class. Guarded by the engine's lock. */
interface PlacesInLine {
  int size();

  /** Who is next; null if nobody waits. */
  @Nullable SpeedPlace next();

  /**
   * When the request of one of them arrived.
   *
   * @param place 0, the next, to {@link #size} - 1
   */
  long arrivalNanos(int place);
}
