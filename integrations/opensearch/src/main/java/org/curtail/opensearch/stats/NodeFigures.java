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
    implements Writeable, ToXContentFragment {
  /**
   * Counts.
   *
   * @param severalThreads had more than one thread at a time
   */
  public record Searches(
      long completed, long failed, long refused, long severalThreads, int running, int waiting)
      implements Writeable {
    static Searches read(StreamInput in) throws IOException {
      return Frame.read(
          in,
          fields ->
              new Searches(
                  fields.readVLong(),
                  fields.readVLong(),
                  fields.readVLong(),
                  fields.readVLong(),
                  fields.readVInt(),
                  fields.readVInt()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      Frame.write(
          out,
          fields -> {
            fields.writeVLong(completed);
            fields.writeVLong(failed);
            fields.writeVLong(refused);
            fields.writeVLong(severalThreads);
            fields.writeVInt(running);
            fields.writeVInt(waiting);
          });
    }
  }

  /** Percentiles, 0 if there was no search. */
  public record Times(double p50Millis, double p95Millis, double p99Millis) implements Writeable {
    static Times read(StreamInput in) throws IOException {
      return Frame.read(
          in, fields -> new Times(fields.readDouble(), fields.readDouble(), fields.readDouble()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      Frame.write(
          out,
          fields -> {
            fields.writeDouble(p50Millis);
            fields.writeDouble(p95Millis);
            fields.writeDouble(p99Millis);
          });
    }
  }

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
      implements Writeable {
    static Admission read(StreamInput in) throws IOException {
      return Frame.read(
          in,
          fields ->
              new Admission(
                  fields.readVInt(),
                  fields.readVLong(),
                  fields.readVLong(),
                  fields.readVLong(),
                  fields.readVLong(),
                  Frame.hasMore(fields) ? counts(fields) : Map.of()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      Frame.write(
          out,
          fields -> {
            fields.writeVInt(waiting);
            fields.writeVLong(waited);
            fields.writeVLong(rejected);
            fields.writeVLong(timedOut);
            fields.writeVLong(cancelled);
            write(rejectedByClass, fields);
          });
    }
  }

  /**
   * What shard queries spent their time on.
   *
   * @param queries all of them
   * @param millis by cause
   * @param slowBy how many were slow, by the main cause
   */
  public record Causes(long queries, Map<String, Long> millis, Map<String, Long> slowBy)
      implements Writeable {
    static Causes read(StreamInput in) throws IOException {
      return Frame.read(
          in, fields -> new Causes(fields.readVLong(), counts(fields), counts(fields)));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
      Frame.write(
          out,
          fields -> {
            fields.writeVLong(queries);
            write(millis, fields);
            write(slowBy, fields);
          });
    }
  }

  static NodeFigures read(StreamInput in) throws IOException {
    return Frame.read(
        in,
        fields ->
            new NodeFigures(
                fields.readString(),
                fields.readBoolean(),
                fields.readString(),
                fields.readVInt(),
                counts(fields),
                Searches.read(fields),
                Admission.read(fields),
                Causes.read(fields),
                Times.read(fields),
                HedgingFigures.read(fields),
                fields.readStringList()));
  }

  static Map<String, Long> counts(StreamInput in) throws IOException {
    return in.readOrderedMap(StreamInput::readString, StreamInput::readVLong);
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    Frame.write(
        out,
        fields -> {
          fields.writeString(mode);
          fields.writeBoolean(enabled);
          fields.writeString(policy);
          fields.writeVInt(cores);
          write(queryPhases, fields);
          searches.writeTo(fields);
          admission.writeTo(fields);
          causes.writeTo(fields);
          times.writeTo(fields);
          hedging.writeTo(fields);
          fields.writeStringCollection(explanation);
        });
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
            admission.cancelled + other.admission.cancelled,
            sum(admission.rejectedByClass, other.admission.rejectedByClass)),
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
