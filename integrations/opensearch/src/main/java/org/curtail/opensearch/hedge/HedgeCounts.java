package org.curtail.opensearch.hedge;

import org.curtail.hedge.HedgeListener;
import org.curtail.opensearch.stats.EnumCounts;

/** Counts of hedging on a node since its start. Safe for all threads. */
final class HedgeCounts implements HedgeListener {
  /** Counted events of queries that may be hedged. */
  enum Event {
    /** A query was sent. */
    QUERIES,

    /** A query was also sent to another copy of its shard. */
    COPIES,

    /** The other copy answered first. */
    WON,

    /**
     * An attempt failed, and the next attempt, by OpenSearch or for a copy, took over one already
     * running.
     */
    ADOPTED,

    /** A node received a request to cancel work that is no longer needed. */
    CANCELLED,

    /** A response came too late, and its context was freed. */
    FREED
  }

  final EnumCounts<Event> events = new EnumCounts<>(Event.class);
  final EnumCounts<HedgeListener.SuppressedBy> suppressed =
      new EnumCounts<>(HedgeListener.SuppressedBy.class);
  final EnumCounts<UnhedgedReason> unhedged = new EnumCounts<>(UnhedgedReason.class);

  @Override
  public void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
    suppressed.add(by);
  }
}
