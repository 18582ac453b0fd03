package org.curtail.runtime;

import org.jspecify.annotations.Nullable;

/** Of requests with several threads: those of them that are to come and have no core yet. */
record PlacesWithoutCore(EngineThreads threads) implements PlacesInLine {
  @Override
  public int size() {
    int count = 0;
    for (int i = 0; i < threads.awaitingCount(); i++) {
      count += threads.awaiting(i).hasClass() ? 0 : 1;
    }
    return count;
  }

  @Override
  public @Nullable SpeedPlace next() {
    return at(0);
  }

  @Override
  public long arrivalNanos(int place) {
    SpeedPlace one = at(place);
    if (one == null) {
      throw new IndexOutOfBoundsException(place);
    }
    return one.arrivalNanos();
  }

  private @Nullable SpeedPlace at(int number) {
    int left = number;
    for (int i = 0; i < threads.awaitingCount(); i++) {
      SpeedPlace place = threads.awaiting(i);
      if (!place.hasClass() && left-- == 0) {
        return place;
      }
    }
    return null;
  }
}
