package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * Figures of one node. Immutable.
 *
 * @param mode the way from searches to the engine
 * @param enabled true if query phases run on the engine
 * @param policy value of the setting
 * @param cores cores of the engine
 * @param queryPhases numbers of query phases by route since the node's start
 * @param searches counts of the current engine, which some policy changes replace
 * @param admission counts of query phases since the node's start
 * @param causes causes of the time of shard queries since the node's start
 * @param times response times of the current engine's searches, waiting included
 * @param hedging hedging of queries that this node sends to shards
 * @param explanation the engine's policy and its reasons, line by line
 * @param kinds the kinds of searches that took most CPU time lately, by name; empty if the node's
 *     plugin is older
 */
public record NodeFigures(
    String mode,
    boolean enabled,
    String policy,
    int cores,
    Map<String, Long> queryPhases,
    Searches searches,
    Admission admission,
    Causes causes,
    Times times,
    HedgingFigures hedging,
    List<String> explanation,
    Map<String, Kind> kinds)
    implements Frame, ToXContentFragment {
  /**
   * Counts of searches.
   *
   * @param severalThreads searches that had more than one thread at a time
   */
  public record Searches(
      long completed, long failed, long refused, long severalThreads, int running, int waiting)
      implements Frame {}

  /** Percentiles; 0 without searches. */
  public record Times(double p50Millis, double p95Millis, double p99Millis) implements Frame {}

  /**
   * Counts of query phases in front of OpenSearch's pool.
   *
   * @param waiting queries waiting now
   * @param waited queries that had to wait
   * @param rejected queries rejected because too many waited
   * @param timedOut queries rejected because they had waited too long
   * @param cancelled queries cancelled while they waited
   * @param rejectedByClass the rejected ones by class; empty if the node's plugin is older
   */
  public record Admission(
      int waiting,
      long waited,
      long rejected,
      long timedOut,
      long cancelled,
      Map<String, Long> rejectedByClass)
      implements Frame {}

  /**
   * Causes of the time of shard queries.
   *
   * @param queries number of queries
   * @param millis time by cause
   * @param slowBy number of slow queries by main cause
   */
  public record Causes(long queries, Map<String, Long> millis, Map<String, Long> slowBy)
      implements Frame {}

  /**
   * One kind of searches.
   *
   * @param searches number of its searches
   * @param cpuMillis mean CPU time of a search lately
   * @param spread standard deviation of the natural logarithm of the CPU time
   */
  public record Kind(long searches, double cpuMillis, double spread) implements Frame {}

  /** Writes the kinds, those that took most CPU time first. */
  void writeKinds(XContentBuilder builder) throws IOException {
    builder.startArray("kinds");
    for (var kind : kinds.entrySet()) {
      builder
          .startObject()
          .field("kind", kind.getKey())
          .field("searches", kind.getValue().searches)
          .field("cpu_millis", kind.getValue().cpuMillis)
          .field("spread", kind.getValue().spread)
          .endObject();
    }
    builder.endArray();
  }

  /** Writes everything but the explanation and the kinds. */
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder
        .field("mode", mode)
        .field("enabled", enabled)
        .field("policy", policy)
        .field("cores", cores)
        .field("hedge_enabled", hedging.enabled());
    writeCounts(builder);
    hedging.writeLearned(builder);
    return builder
        .startObject("response_millis")
        .field("p50", times.p50Millis)
        .field("p95", times.p95Millis)
        .field("p99", times.p99Millis)
        .endObject();
  }

  /** Writes the figures that can be added up over nodes. */
  void writeCounts(XContentBuilder builder) throws IOException {
    builder.field("query_phases", queryPhases);
    builder
        .startObject("searches")
        .field("completed", searches.completed)
        .field("failed", searches.failed)
        .field("refused", searches.refused)
        .field("several_threads", searches.severalThreads)
        .field("running", searches.running)
        .field("waiting", searches.waiting)
        .endObject();
    builder
        .startObject("admission")
        .field("waiting", admission.waiting)
        .field("waited", admission.waited)
        .field("rejected", admission.rejected)
        .field("timed_out", admission.timedOut)
        .field("cancelled", admission.cancelled)
        .field("rejected_by_class", admission.rejectedByClass)
        .endObject();
    builder
        .startObject("shard_queries")
        .field("count", causes.queries)
        .field("millis", causes.millis)
        .field("slow", causes.slowBy)
        .endObject();
    hedging.writeCounts(builder);
  }

  /** Adds two nodes' figures where possible; takes the others from this one. */
  NodeFigures plus(NodeFigures other) {
    return new NodeFigures(
        mode,
        enabled,
        policy,
        cores + other.cores,
        sum(queryPhases, other.queryPhases),
        Frame.sum(Searches.class, searches, other.searches),
        Frame.sum(Admission.class, admission, other.admission),
        Frame.sum(Causes.class, causes, other.causes),
        times,
        hedging.plus(other.hedging),
        explanation,
        kinds);
  }

  static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    var sum = new LinkedHashMap<>(one);
    other.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }
}
