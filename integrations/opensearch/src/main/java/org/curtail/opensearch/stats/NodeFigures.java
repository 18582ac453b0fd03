package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.xcontent.ToXContentFragment;
import org.opensearch.core.xcontent.XContentBuilder;

/**
 * What one node does. Immutable.
 *
 * @param mode how searches come to the engine
 * @param enabled whether query phases run on the engine
 * @param policy as the setting has it
 * @param cores that the engine serves with
 * @param queryPhases how many went which way since the node's start
 * @param searches of the present engine, which some changes of the policy replace
 * @param admission of query phases since the node's start
 * @param causes of the time that shard queries took since the node's start
 * @param times of the present engine's searches, waiting included
 * @param hedging of queries that this node sends to shards
 * @param explanation what serves now and why, line by line
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
    List<String> explanation)
    implements Frame, ToXContentFragment {
  /**
   * Counts.
   *
   * @param severalThreads had more than one thread at a time
   */
  public record Searches(
      long completed, long failed, long refused, long severalThreads, int running, int waiting)
      implements Frame {}

  /** Percentiles, 0 if there was no search. */
  public record Times(double p50Millis, double p95Millis, double p99Millis) implements Frame {}

  /**
   * Of query phases in front of OpenSearch's pool.
   *
   * @param waiting now
   * @param waited had to
   * @param rejected since too many waited
   * @param timedOut rejected since they had waited for too long
   * @param cancelled while they waited
   * @param rejectedByClass of those that were rejected since too many waited; empty if the node's
   *     plugin is older and does not say
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
   * What shard queries spent their time on.
   *
   * @param queries all of them
   * @param millis by cause
   * @param slowBy how many were slow, by the main cause
   */
  public record Causes(long queries, Map<String, Long> millis, Map<String, Long> slowBy)
      implements Frame {}

  /** All but the explanation. */
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

  /** What can be added up over nodes. */
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

  /** Both, as far as they can be added up; of all else the first one's. */
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
        explanation);
  }

  static Map<String, Long> sum(Map<String, Long> one, Map<String, Long> other) {
    var sum = new LinkedHashMap<>(one);
    other.forEach((name, count) -> sum.merge(name, count, Long::sum));
    return sum;
  }
}
