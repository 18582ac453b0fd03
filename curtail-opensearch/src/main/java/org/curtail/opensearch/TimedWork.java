package org.curtail.opensearch;

import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** A search that tells its query's times what the engine did. */
final class TimedWork<W, R> extends DelegatingWork<W, R> {
  private final QueryTimes times;
  private final boolean reserved;

  /**
   * Of a query.
   *
   * @param reserved whether it has a place on the engine before it comes
   */
  TimedWork(SharedWork<W, R> work, QueryTimes times, boolean reserved) {
    super(work);
    this.times = times;
    this.reserved = reserved;
  }

  @Override
  public void ended(Timeline timeline) {
    times.served(timeline, reserved);
    super.ended(timeline);
  }
}
