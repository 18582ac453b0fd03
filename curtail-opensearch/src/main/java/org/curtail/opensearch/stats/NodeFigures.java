package org.curtail.opensearch.stats;

import java.io.IOException;
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
 * @param enabled whether query phases run on the engine
 * @param policy as the setting has it
 * @param cores that the engine serves with
 * @param queryPhases how many went which way since the node's start
 * @param searches of the engine, since it has this policy
 * @param times of the engine's searches, waiting included
 * @param explanation what serves now and why, line by line
 */
public record NodeFigures(
    boolean enabled,
    String policy,
    int cores,
    Map<String, Long> queryPhases,
    Searches searches,
    Times times,
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

  static NodeFigures read(StreamInput in) throws IOException {
    return new NodeFigures(
        in.readBoolean(),
        in.readString(),
        in.readVInt(),
        in.readOrderedMap(StreamInput::readString, StreamInput::readVLong),
        new Searches(
            in.readVLong(),
            in.readVLong(),
            in.readVLong(),
            in.readVLong(),
            in.readVInt(),
            in.readVInt()),
        new Times(in.readDouble(), in.readDouble(), in.readDouble()),
        in.readStringList());
  }

  @Override
  public void writeTo(StreamOutput out) throws IOException {
    out.writeBoolean(enabled);
    out.writeString(policy);
    out.writeVInt(cores);
    out.writeMap(queryPhases, StreamOutput::writeString, StreamOutput::writeVLong);
    out.writeVLong(searches.completed);
    out.writeVLong(searches.failed);
    out.writeVLong(searches.refused);
    out.writeVLong(searches.severalThreads);
    out.writeVInt(searches.running);
    out.writeVInt(searches.waiting);
    out.writeDouble(times.p50Millis);
    out.writeDouble(times.p95Millis);
    out.writeDouble(times.p99Millis);
    out.writeStringCollection(explanation);
  }

  /** All but the explanation. */
  @Override
  public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
    builder.field("enabled", enabled).field("policy", policy).field("cores", cores);
    builder.startObject("query_phases");
    for (var route : queryPhases.entrySet()) {
      builder.field(route.getKey(), route.getValue());
    }
    builder.endObject();
    builder
        .startObject("searches")
        .field("completed", searches.completed)
        .field("failed", searches.failed)
        .field("refused", searches.refused)
        .field("several_threads", searches.severalThreads)
        .field("running", searches.running)
        .field("waiting", searches.waiting)
        .endObject();
    return builder
        .startObject("response_millis")
        .field("p50", times.p50Millis)
        .field("p95", times.p95Millis)
        .field("p99", times.p99Millis)
        .endObject();
  }
}
