package org.curtail.opensearch.hedge;

import org.curtail.hedge.HedgeListener;
import org.curtail.opensearch.stats.EnumCounts;

/** What hedging has done on a node since its start. Safe for all threads. */
final class HedgeCounts implements HedgeListener {
  /** What is counted of queries that may be hedged. */
  enum Event {
    /** One was sent. */
    QUERIES,

    /** One was sent to another copy too. */
    COPIES,

    /** That copy answered first. */
    WON,

    /** One failed, and what was tried next, by OpenSearch or for a copy, was under way already. */
    ADOPTED,

    /** A node was told that it works for nothing. */
    CANCELLED,

    /** An answer came too late, and its context was freed. */
    FREED
  }

  final EnumCounts<Event> events = new EnumCounts<>(Event.class);
  final EnumCounts<HedgeListener.SuppressedBy> suppressed =
      new EnumCounts<>(HedgeListener.SuppressedBy.class);
  final EnumCounts<WhyNot> unhedged = new EnumCounts<>(WhyNot.class);

  @Override
  public void suppressed(long call, int attempt, HedgeListener.SuppressedBy by) {
    suppressed.add(by);
  }
}
