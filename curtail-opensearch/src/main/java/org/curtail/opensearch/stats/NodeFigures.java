package org.curtail.opensearch.stats;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.opensearch.core.common.io.stream.StreamInput;
import org.opensearch.core.common.io.stream.StreamOutput;
import org.opensearch.core.common.io.stream.Writeable;
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
 * @param searches of the engine, since it has this policy
 * @param admission of query phases since the node's start
 * @param causes of the time that shard queries took since the node's start
 * @param times of the engine's searches, waiting included
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
    implements Writeable, ToXContentFragment {
  /**
   * Counts.
   *
   * @param severalThreads had more than one thread at a time
   */
  public record Searches(
      long completed, long failed, long refused, long severalThreads, int running, int waiting) {}

  /** Percentiles, 0 if there was no search. */
  public record Times(double p50Millis, double p95Millis, double p99Millis) {}

  /**
   * Of query phases in front of OpenSearch's pool.
   *
   * @param waiting now
   * @param waited had to
   * @param rejected since too many waited
   * @param timedOut rejected since they had waited for too long
   * @param cancelled while they waited
   */
  public record Admission(int waiting, long waited, long rejected, long timedOut, long cancelled) {}

  /**
   * What shard queries spent their time on.
   *
   * @param queries all of them
   * @param millis by cause
   * @param slowBy how many were slow, by the main cause
   */
  public record Causes(long queries, Map<String, Long> millis, Map<String, Long> slowBy) {}

  static NodeFigures read(StreamInput in) throws IOException {
    return new NodeFigures(
        in.readString(),
        in.readBoolean(),
        in.readString(),
        in.readVInt(),
        counts(in),
        new Searches(
            in.readVLong(),
            in.readVLong(),
            in.readVLong(),
            in.readVLong(),
            in.readVInt(),
            in.readVInt()),
        new Admission(
            in.readVInt(), in.readVLong(), in.readVLong(), in.readVLong(), in.readVLong()),
        new Causes(in.readVLong(), counts(in), counts(in)),
        new Times(in.readDouble(), in.readDouble(), in.readDouble()),
        HedgingFigures.read(in),
        in.readStringList());
  }

  static Map<String, Long> counts(StreamInput in) throws IOException {
    return in.readOrderedMap(StreamInput::readString, StreamInput::readVLong);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeString(mode);
    out.writeBoolean(enabled);
    out.writeString(policy);
    out.writeVInt(cores);
    write(queryPhases, out);
    out.writeVLong(searches.completed);
    out.writeVLong(searches.failed);
    out.writeVLong(searches.refused);
    out.writeVLong(searches.severalThreads);
    out.writeVInt(searches.running);
    out.writeVInt(searches.waiting);
    out.writeVInt(admission.waiting);
    out.writeVLong(admission.waited);
    out.writeVLong(admission.rejected);
    out.writeVLong(admission.timedOut);
    out.writeVLong(admission.cancelled);
    out.writeVLong(causes.queries);
    write(causes.millis, out);
    write(causes.slowBy, out);
    out.writeDouble(times.p50Millis);
    out.writeDouble(times.p95Millis);
    out.writeDouble(times.p99Millis);
    hedging.writeTo(out);
    out.writeStringCollection(explanation);
  }

  static void write(Map<String, Long> counts, StreamOutput out) throws IOException {
    out.writeMap(counts, StreamOutput::writeString, StreamOutput::writeVLong);
  }

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
        new Searches(
            searches.completed + other.searches.completed,
            searches.failed + other.searches.failed,
            searches.refused + other.searches.refused,
            searches.severalThreads + other.searches.severalThreads,
            searches.running + other.searches.running,
            searches.waiting + other.searches.waiting),
        new Admission(
            admission.waiting + other.admission.waiting,
            admission.waited + other.admission.waited,
            admission.rejected + other.admission.rejected,
            admission.timedOut + other.admission.timedOut,
            admission.cancelled + other.admission.cancelled),
        new Causes(
            causes.queries + other.causes.queries,
            sum(causes.millis, other.causes.millis),
            sum(causes.slowBy, other.causes.slowBy)),
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
