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

/** Latency causes of a node's shard queries, and its slow queries. Safe for all threads. */
final class QueryCauses {
  private final EnumCounts<Cause> nanos = new EnumCounts<>(Cause.class);
  private final EnumCounts<Cause> slowBy = new EnumCounts<>(Cause.class);
  private final LongAdder queries = new LongAdder();
  private volatile TimeValue slowFrom = TimeValue.MINUS_ONE;

  /** Sets the duration from which a query is slow; negative for never, the initial value. */
  void slowFrom(TimeValue time) {
    slowFrom = time;
  }

  /** Counts an answered query. */
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

  /** Returns the largest cause; the first among equal ones. */
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
   * Counts a fetch of documents after its query was answered. The query has its own line in the
   * log; a slow fetch gets another. It does not count among the slow queries.
   */
  void fetched(ShardId shard, @Nullable Task task, long tookNanos) {
    nanos.add(Cause.FETCH, tookNanos);
    if (isSlow(tookNanos)) {
      SlowLog.write(shard, task, tookNanos, Map.of(Cause.FETCH, tookNanos), Cause.FETCH);
    }
  }

  /** Figures since the node's start. */
  NodeFigures.Causes figures() {
    var millis = new LinkedHashMap<String, Long>();
    nanos.forEach((cause, sum) -> millis.put(cause.label(), TimeUnit.NANOSECONDS.toMillis(sum)));
    var slow = new LinkedHashMap<String, Long>();
    slowBy.forEach((cause, count) -> slow.put(cause.label(), count));
    return new NodeFigures.Causes(queries.sum(), millis, slow);
  }
}
