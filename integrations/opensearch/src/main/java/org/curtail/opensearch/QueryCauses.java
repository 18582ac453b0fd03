package org.curtail.opensearch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.opensearch.stats.EnumCounts;
import org.curtail.opensearch.stats.NodeFigures;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.index.shard.ShardId;
import org.opensearch.tasks.Task;

/**
 * What the shard queries of a node spent their time on, and the slow ones. Safe for all threads.
 */
final class QueryCauses {
  private final EnumCounts<Cause> nanos = new EnumCounts<>(Cause.class);
  private final EnumCounts<Cause> slowBy = new EnumCounts<>(Cause.class);
  private final LongAdder queries = new LongAdder();
  private volatile TimeValue slowFrom = TimeValue.MINUS_ONE;

  /** From which time on a query is slow; negative for never, as at first. */
  void slowFrom(TimeValue time) {
    slowFrom = time;
  }

  /** A query is answered. */
  void ended(ShardQuery query) {
    long nowNanos = System.nanoTime();
    Map<Cause, Long> causes = query.times.causes(nowNanos);
    queries.increment();
    causes.forEach((cause, took) -> {
      if (took > 0) {
        nanos.add(cause, took);
      }
    });
    long tookNanos = nowNanos - query.times.arrivalNanos;
    if (isSlow(tookNanos)) {
      Cause main = main(causes);
      slowBy.add(main);
      SlowLog.write(query.shard, query.task, tookNanos, causes, main);
    }
  }

  private boolean isSlow(long tookNanos) {
    TimeValue slow = slowFrom;
    return slow.nanos() >= 0 && tookNanos >= slow.nanos();
  }

  /** Of equal ones the first. */
  private static Cause main(Map<Cause, Long> causes) {
    Cause main = Cause.ADMISSION;
    for (var cause : causes.entrySet()) {
      if (cause.getValue() > causes.getOrDefault(main, 0L)) {
        main = cause.getKey();
      }
    }
    return main;
  }

  /**
   * A query that was answered before fetched its documents. It has its line in the log already, so
   * a slow fetch has one of its own. Among the slow queries it does not count: it is none.
   */
  void fetched(ShardId shard, @Nullable Task task, long tookNanos) {
    nanos.add(Cause.FETCH, tookNanos);
    if (isSlow(tookNanos)) {
      SlowLog.write(shard, task, tookNanos, Map.of(Cause.FETCH, tookNanos), Cause.FETCH);
    }
  }

  /** Since the node's start. */
  NodeFigures.Causes figures() {
    var millis = new LinkedHashMap<String, Long>();
    nanos.forEach((cause, sum) -> millis.put(cause.label(), TimeUnit.NANOSECONDS.toMillis(sum)));
    var slow = new LinkedHashMap<String, Long>();
    slowBy.forEach((cause, count) -> slow.put(cause.label(), count));
    return new NodeFigures.Causes(queries.sum(), millis, slow);
  }
}
