package org.curtail.opensearch;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.runtime.Reservation;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.threadpool.ThreadPool;

/**
 * The shard queries that wait for a place on the engine. They hold no thread, and no place in the
 * queue of OpenSearch's pool, which fetch phases need. In which order they come, the engine says.
 * Safe for all threads.
 */
final class WaitingLine {
  /** How often it is looked for those that are cancelled or have waited for too long. */
  private static final TimeValue LOOK = TimeValue.timeValueMillis(50);

  private final NodeEngine engine;
  private final boolean isUsed;
  private final ThreadPool pool;
  private final Executor background;
  private final Comers comers = new Comers();
  private final Set<ShardQuery> waiting = ConcurrentHashMap.newKeySet();
  private final AtomicBoolean looksAgain = new AtomicBoolean();
  private final LongAdder waited = new LongAdder();
  private final LongAdder rejected = new LongAdder();
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private volatile boolean open;
  private volatile int mostWaiting;
  private volatile TimeValue timeout;

  /**
   * An empty line.
   *
   * @param isUsed whether whole query phases come to the engine at all
   * @param open whether they wait here at first
   */
  WaitingLine(
      NodeEngine engine,
      ThreadPool pool,
      boolean isUsed,
      boolean open,
      int mostWaiting,
      TimeValue timeout) {
    this.engine = engine;
    this.isUsed = isUsed;
    this.pool = pool;
    this.open = open;
    this.mostWaiting = mostWaiting;
    this.timeout = timeout;
    background = pool.generic();
  }

  /** From now on nobody new waits here, or everybody does who has to. */
  void open(boolean isOpen) {
    open = isOpen;
  }

  void mostWaiting(int queries) {
    mostWaiting = queries;
  }

  void timeout(TimeValue time) {
    timeout = time;
  }

  /** Whether a query is to {@link #enter}: else it begins without a place. */
  boolean takesIn(ShardQuery query) {
    if (!isOpen() || !comers.comesToPlace()) {
      return false;
    }
    query.countedIn(comers);
    return true;
  }

  /** Whether a query may go to the engine without a place, until {@link #leftWithout}. */
  boolean letsThrough() {
    return comers.comesWithout();
  }

  /** It has left the engine. */
  void leftWithout() {
    comers.leftWithout();
  }

  /** Whether a query that comes now needs a place. */
  boolean isOpen() {
    return isUsed && open && engine.isEnabled();
  }

  /**
   * A query comes that was taken in: begins it, now or when it is its turn, or refuses it.
   *
   * @param refuse told why, if it is not begun
   */
  void enter(ShardQuery query, Runnable begin, Consumer<Exception> refuse) {
    Reservation place = engine.reserve(query.options);
    query.holds(place);
    if (place.isGranted()) {
      query.comes();
      begin.run();
      return;
    }
    waiting.add(query);
    Runnable inContext = pool.getThreadContext().preserveContext(begin);
    place
        .granted()
        .whenComplete((granted, failure) -> {
          waiting.remove(query);
          if (failure == null && query.comes()) {
            beginLater(inContext, refuse);
          } else {
            refuse.accept(reason(query, failure));
          }
        });
    int most = mostWaiting;
    if (waiting.size() > most) {
      giveUp(
          query,
          rejected,
          new OpenSearchRejectedExecutionException(
              "rejected: %d shard queries wait on this node already (curtail.admission.max_waiting)"
                  .formatted(most)));
    } else {
      waited.increment();
      lookSoon();
    }
  }

  /** Not on this thread, which is the engine's. */
  private void beginLater(Runnable begin, Consumer<Exception> refuse) {
    try {
      background.execute(begin);
    } catch (OpenSearchRejectedExecutionException e) {
      refuse.accept(e); // The node is shutting down.
    }
  }

  private static Exception reason(ShardQuery query, @Nullable Throwable failure) {
    Exception known = query.givenUpFor();
    return known != null
        ? known
        : new OpenSearchRejectedExecutionException(
            "the search engine of this node is shutting down: " + failure, true);
  }

  private void lookSoon() {
    if (!looksAgain.getAndSet(true)) {
      pool.scheduleUnlessShuttingDown(LOOK, ThreadPool.Names.GENERIC, this::look);
    }
  }

  private void look() {
    looksAgain.set(false);
    TimeValue longest = timeout;
    long nowNanos = System.nanoTime();
    for (ShardQuery query : waiting) {
      if (query.task.isCancelled()) {
        giveUp(
            query,
            cancelled,
            new TaskCancelledException(
                "cancelled task with reason: " + query.task.getReasonCancelled()));
      } else if (nowNanos - query.times.arrivalNanos >= longest.nanos()) {
        giveUp(
            query,
            timedOut,
            new OpenSearchRejectedExecutionException(
                "rejected: waited for its turn for %s (curtail.admission.timeout)"
                    .formatted(longest)));
      }
    }
    if (!waiting.isEmpty()) {
      lookSoon();
    }
  }

  private static void giveUp(ShardQuery query, LongAdder counted, Exception why) {
    if (query.giveUp(why)) {
      counted.increment();
    }
  }

  /** What it has done since the node's start, and who waits now. */
  NodeFigures.Admission figures() {
    return new NodeFigures.Admission(
        waiting.size(), waited.sum(), rejected.sum(), timedOut.sum(), cancelled.sum());
  }
}
