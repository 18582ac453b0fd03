package org.curtail.opensearch;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.curtail.opensearch.stats.EnumCounts;
import org.curtail.opensearch.stats.NodeFigures;
import org.opensearch.common.unit.TimeValue;

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
    causes.forEach(nanos::add);
    TimeValue slow = slowFrom;
    long tookNanos = nowNanos - query.times.arrivalNanos;
    if (slow.nanos() >= 0 && tookNanos >= slow.nanos()) {
      Cause main = main(causes);
      slowBy.add(main);
      SlowLog.write(query, tookNanos, causes, main);
    }
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

  /** A query that was answered before fetched its documents. */
  void fetched(long tookNanos) {
    nanos.add(Cause.FETCH, tookNanos);
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
