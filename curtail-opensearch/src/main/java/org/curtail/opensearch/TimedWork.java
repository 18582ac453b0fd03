package org.curtail.opensearch;

import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Timeline;

/** A search that tells its query what the engine did. */
final class TimedWork<W, R> extends DelegatingWork<W, R> {
  private final ShardQuery query;

  TimedWork(SharedWork<W, R> work, ShardQuery query) {
    super(work);
    this.query = query;
  }

  @Override
  public void ended(Timeline timeline) {
    query.served(timeline);
    super.ended(timeline);
  }
}
