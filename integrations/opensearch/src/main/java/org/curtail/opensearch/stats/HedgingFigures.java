package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.Map;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What hedging does on one node. Immutable.
 *
 * @param enabled whether it does anything now
 * @param events how often what happened since the node's start
 * @param suppressed copies that were due and not sent, by reason
 * @param unhedged queries that may not be hedged, by reason
 * @param learned by index and kind of query
 */
public record HedgingFigures(
    boolean enabled,
    Map<String, Long> events,
    Map<String, Long> suppressed,
    Map<String, Long> unhedged,
    Map<String, Learned> learned)
    implements Frame {
  /**
   * Of the queries of one index, since hedging was switched on.
   *
   * @param queries that were sent
   * @param copies of them
   * @param won copies that answered first
   * @param delayMillis after which a copy is sent now; negative if none is
   * @param probability that one is sent then
   * @param p50Millis of the times of queries; 0 if there was none, as the others
   * @param p99Millis the same
   * @param p99WithoutMillis what it would be without hedging, estimated
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

  /** What can be added up over nodes. */
  void writeCounts(XContentBuilder builder) throws IOException {
    builder.startObject("hedging");
    for (var event : events.entrySet()) {
      builder.field(event.getKey(), event.getValue());
    }
    builder.field("suppressed", suppressed).field("unhedged", unhedged).endObject();
  }

  /** What it learned. */
  void writeLearned(XContentBuilder builder) throws IOException {
    builder.startObject("hedges");
    for (var one : learned.entrySet()) {
      builder.startObject(one.getKey());
      one.getValue().toXContent(builder);
      builder.endObject();
    }
    builder.endObject();
  }

  /** Both, without what they learned. */
  HedgingFigures plus(HedgingFigures other) {
    return new HedgingFigures(
        enabled || other.enabled,
        NodeFigures.sum(events, other.events),
        NodeFigures.sum(suppressed, other.suppressed),
        NodeFigures.sum(unhedged, other.unhedged),
        Map.of());
  }
}
