package org.curtail.opensearch;

import java.util.Locale;
import java.util.Map;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.tasks.Task;

/**
 * Writes a line to the node's log for each slow query of a shard, and for each slow separate fetch.
 */
final class SlowLog {
  private static final Logger LOG = LogManager.getLogger(SlowLog.class);
  private static final double NANOS_PER_MILLI = 1e6;

  private SlowLog() {}

  static void write(
      ShardId shard, @Nullable Task task, long tookNanos, Map<Cause, Long> causes, Cause main) {
    if (LOG.isWarnEnabled()) {
      LOG.warn(line(shard, task, tookNanos, causes, main));
    }
  }

  static String line(
      ShardId shard, @Nullable Task task, long tookNanos, Map<Cause, Long> causes, Cause main) {
    var line = new StringBuilder();
    line.append(shard).append(" took[").append(millis(tookNanos)).append(']');
    line.append(", main_cause[").append(main.label()).append(']');
    causes.forEach((cause, nanos) ->
        line.append(", ").append(cause.label()).append('[').append(millis(nanos)).append(']'));
    String id = task == null ? null : task.getHeader(Task.X_OPAQUE_ID);
    line.append(", id[").append(id == null ? "" : id).append(']');
    return line.toString();
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.1fms", nanos / NANOS_PER_MILLI);
  }
}
