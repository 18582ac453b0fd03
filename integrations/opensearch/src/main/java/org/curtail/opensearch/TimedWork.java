package org.curtail.opensearch;

import org.curtail.runtime.DelegatingWork;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** A search that tells its query's times what the engine did. */
final class TimedWork<W, R> extends DelegatingWork<W, R> {
  private final QueryTimes times;

  /** Of a query. */
  TimedWork(SharedWork<W, R> work, QueryTimes times) {
    super(work);
    this.times = times;
  }

  @Override
  public void ended(Timeline timeline) {
    times.served(timeline);
    super.ended(timeline);
  }
}
