package org.curtail.opensearch;

import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.opensearch.stats.EnumCounts;
import org.curtail.opensearch.stats.NodeFigures;
import org.curtail.runtime.Reservation;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.threadpool.ThreadPool;

/**
 * The shard queries that wait for a place on the engine. They hold no thread, and no place in the
 * queue of OpenSearch's pool, which fetch phases need. In which order they come, the engine says;
 * who leaves when there are too many, the {@link WaitingQueries}. Safe for all threads.
 */
final class WaitingLine {
  /** How often it is looked for those that are cancelled or have waited for too long. */
  private static final TimeValue LOOK = TimeValue.timeValueMillis(50);

  private final NodeEngine engine;
  private final boolean isUsed;
  private final ThreadPool pool;
  private final Executor background;
  private final Comers comers = new Comers();
  private final WaitingQueries waiting = new WaitingQueries();
  private final AtomicBoolean looksAgain = new AtomicBoolean();
  private final LongAdder waited = new LongAdder();
  private final EnumCounts<PriorityClass> rejected = new EnumCounts<>(PriorityClass.class);
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
    int most = mostWaiting;
    ShardQuery leaves = waiting.add(query, most);
    ThreadContext context = pool.getThreadContext();
    Runnable inContext = context.preserveContext(begin);
    Consumer<Exception> refuseInContext = inContext(context.newRestorableContext(false), refuse);
    place
        .granted()
        .whenComplete((granted, failure) -> {
          waiting.remove(query);
          if (failure == null && query.comes()) {
            beginLater(inContext, refuseInContext);
          } else {
            refuseInContext.accept(reason(query, failure));
          }
        });
    if (leaves != null) {
      reject(leaves, query, most);
    }
    if (leaves != query) {
      waited.increment();
      lookSoon();
    }
  }

  /** One that begins or is given up at this moment has made room itself. */
  private void reject(ShardQuery query, ShardQuery newcomer, int most) {
    String why =
        "rejected: %d shard queries wait on this node already (curtail.admission.max_waiting)"
            .formatted(most);
    if (query != newcomer) {
      why +=
          ", and one of class %s came, which goes before %s"
              .formatted(
                  QueryTerms.label(newcomer.options.priorityClass()),
                  QueryTerms.label(query.options.priorityClass()));
    }
    if (query.giveUp(new OpenSearchRejectedExecutionException(why))) {
      rejected.add(query.options.priorityClass());
    }
  }

  /** In the context of its own request: it may be the thread of another one that refuses it. */
  private static Consumer<Exception> inContext(
      Supplier<StoredContext> entering, Consumer<Exception> refuse) {
    return why -> {
      StoredContext before = entering.get();
      try {
        refuse.accept(why);
      } finally {
        before.restore();
      }
    };
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
    for (ShardQuery query : waiting.all()) {
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
    if (waiting.size() > 0) {
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
    Map<String, Long> rejectedByClass = rejected.byName();
    return new NodeFigures.Admission(
        waiting.size(),
        waited.sum(),
        rejectedByClass.values().stream().mapToLong(Long::longValue).sum(),
        timedOut.sum(),
        cancelled.sum(),
        rejectedByClass);
  }
}
