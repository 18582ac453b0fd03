package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Figures of hedging on one node. Immutable.
 *
 * @param enabled true if hedging is on
 * @param events counts of events since the node's start
 * @param suppressed copies due but not sent, by reason
 * @param unhedged queries not hedged, by reason
 * @param learned policies by index and kind of query
 */
public record HedgingFigures(
    boolean enabled,
    Map<String, Long> events,
    Map<String, Long> suppressed,
    Map<String, Long> unhedged,
    Map<String, Learned> learned)
    implements Frame {
  /**
   * Figures of the queries of one index, since hedging was switched on.
   *
   * @param queries number of queries sent
   * @param copies number of copies sent
   * @param won copies that answered first
   * @param delayMillis current delay of a copy; negative if none is sent
   * @param probability probability of sending it then
   * @param p50Millis median of the query times; 0 without queries, like the others
   * @param p99Millis 99th percentile of the query times
   * @param p99WithoutMillis estimated 99th percentile without hedging
   */
  public record Learned(
      long queries,
      long copies,
      long won,
      double delayMillis,
      double probability,
      double p50Millis,
      double p99Millis,
      double p99WithoutMillis)
      implements Frame {
    private void toXContent(XContentBuilder builder) throws IOException {
      builder.field("queries", queries).field("copies", copies).field("won", won);
      if (delayMillis >= 0) {
        builder.field("delay_millis", delayMillis).field("probability", probability);
      }
      builder
          .startObject("millis")
          .field("p50", p50Millis)
          .field("p99", p99Millis)
          .field("p99_without_hedging", p99WithoutMillis)
          .endObject();
    }
  }

  /** Writes the figures that can be added up over nodes. */
  void writeCounts(XContentBuilder builder) throws IOException {
    builder.startObject("hedging");
    for (var event : events.entrySet()) {
      builder.field(event.getKey(), event.getValue());
    }
    builder.field("suppressed", suppressed).field("unhedged", unhedged).endObject();
  }

  /** Writes the learned policies. */
  void writeLearned(XContentBuilder builder) throws IOException {
    builder.startObject("hedges");
    for (var one : learned.entrySet()) {
      builder.startObject(one.getKey());
      one.getValue().toXContent(builder);
      builder.endObject();
    }
    builder.endObject();
  }

  /** Adds two nodes' figures, without the learned policies. */
  HedgingFigures plus(HedgingFigures other) {
    return new HedgingFigures(
        enabled || other.enabled,
        NodeFigures.sum(events, other.events),
        NodeFigures.sum(suppressed, other.suppressed),
        NodeFigures.sum(unhedged, other.unhedged),
        Map.of());
  }
}
