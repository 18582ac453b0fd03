package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.opensearch.kinds.SearchCosts;
import org.curtail.opensearch.stats.EnumCounts;
import org.curtail.opensearch.stats.NodeFigures;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.threadpool.ThreadPool;

/**
 * The shard queries that wait in front of OpenSearch's pool. A waiting query holds no thread and no
 * place in the pool's queue, which fetch phases need. The queue gives as many places as the pool
 * has threads; a query waits here only if it would wait in the pool too. There are two exceptions,
 * so that short queries never wait for long ones:
 *
 * <ul>
 *   <li>Long queries leave places to short ones.
 *   <li>If long ones hold places nevertheless, since nobody knew them or no short one had come for
 *       a while, short queries may begin beside them. The pool gets further threads, at most as
 *       many as it has. The operating system shares the cores among them.
 * </ul>
 *
 * {@link WaitingQueries} chooses the query that is next, and the one that leaves a full queue. Safe
 * for all threads.
 */
final class AdmissionQueue implements Closeable {
  /** Interval between checks for cancelled and timed-out queries, and for ones that became long. */
  private static final TimeValue SWEEP_INTERVAL = TimeValue.timeValueMillis(10);

  /** A task in OpenSearch's own terms. */
  interface Accounts {
    /** True if the task's workload group uses more than its limit, and limits are enforced. */
    boolean isThrottled(SearchShardTask task);

    /** CPU time of all threads for the task so far. */
    long cpuNanos(SearchShardTask task);
  }

  /** Callbacks of a waiting query. */
  private record Callbacks(Runnable begin, Consumer<Exception> refuse) {}

  private final BooleanSupplier isUsed;
  private final Accounts accounts;
  private final SearchPool places;
  private final ThreadPool pool;
  private final Executor background;
  private final SearchCosts costs;
  private final WaitingQueries waiting = new WaitingQueries();
  private final Map<ShardQuery, Callbacks> callbacks = new ConcurrentHashMap<>();
  private final AtomicBoolean isSweepScheduled = new AtomicBoolean();
  private final LongAdder waited = new LongAdder();
  private final EnumCounts<PriorityClass> rejected = new EnumCounts<>(PriorityClass.class);
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private volatile boolean open;
  private volatile int mostWaiting;
  private volatile TimeValue timeout;

  /** The queries that hold a place. Guarded by this. */
  private final Set<ShardQuery> begun = Collections.newSetFromMap(new IdentityHashMap<>());

  /** True while the pool has further threads. Guarded by this. */
  private boolean hasGrown;

  /**
   * Creates an empty queue.
   *
   * @param isUsed true while query phases run on the engine
   * @param accounts what OpenSearch knows of the queries' tasks
   * @param places the threads of the pool
   * @param costs costs of searches, learned by others
   * @param open true if queries wait here at first
   */
  AdmissionQueue(
      BooleanSupplier isUsed,
      Accounts accounts,
      SearchPool places,
      SearchCosts costs,
      ThreadPool pool,
      boolean open,
      int mostWaiting,
      TimeValue timeout) {
    this.isUsed = isUsed;
    this.accounts = accounts;
    this.places = places;
    this.costs = costs;
    this.pool = pool;
    this.open = open;
    this.mostWaiting = mostWaiting;
    this.timeout = timeout;
    background = pool.generic();
  }

  /** Lets new queries wait here, or begin without a place. */
  void open(boolean isOpen) {
    open = isOpen;
  }

  void maxWaiting(int queries) {
    mostWaiting = queries;
  }

  void timeout(TimeValue time) {
    timeout = time;
  }

  /** True if a new query must {@link #enter}; if not, it begins without a place. */
  boolean isOpen() {
    return open && isUsed.getAsBoolean();
  }

  /**
   * Begins a query now or when it gets a place, or refuses it.
   *
   * @param refuse receives the reason if the query does not begin
   */
  void enter(ShardQuery query, Runnable begin, Consumer<Exception> refuse) {
    waiting.throttle(query, accounts.isThrottled(query.task));
    if (beginsNow(query)) {
      begin.run();
      return;
    }
    ThreadContext context = pool.getThreadContext();
    callbacks.put(
        query,
        new Callbacks(
            context.preserveContext(begin),
            inContext(context.newRestorableContext(false), refuse)));
    int most = mostWaiting;
    ShardQuery leaving = waiting.add(query, most);
    if (leaving != null) {
      reject(leaving, query, most);
    }
    if (leaving != query) {
      waited.increment();
      scheduleSweep();
    }
    beginWaiting(); // A place may have become free meanwhile.
  }

  /** A short query does not wait for long ones, which wait for places that it does not need. */
  private synchronized boolean beginsNow(ShardQuery query) {
    boolean isNext =
        (query.cost.isLong() || query.isThrottled) ? waiting.size() == 0 : !waiting.hasShort();
    long nowNanos = System.nanoTime();
    if (!isNext || !mayBegin(query, nowNanos)) {
      return false;
    }
    takePlace(query);
    return true;
  }

  private boolean mayBegin(ShardQuery query, long nowNanos) {
    int all = places.threads();
    if (query.cost.isLong()) {
      return begun.size() < all && mayBeginLong(query, all, nowNanos);
    }
    return begun.size() < all
        || (!query.isThrottled && begun.size() < all + Math.min(longOnes(nowNanos), all));
  }

  /** Number of queries that hold a place and are, or have become, long. */
  private int longOnes(long nowNanos) {
    int longOnes = 0;
    for (ShardQuery query : begun) {
      // The CPU time is read only of those that have had the time to become long.
      boolean isLong =
          costs.isLong(query.cost, query.times.heldNanos(nowNanos))
              && costs.isLong(query.cost, accounts.cpuNanos(query.task));
      longOnes += isLong ? 1 : 0;
    }
    return longOnes;
  }

  private boolean mayBeginLong(ShardQuery query, int all, long nowNanos) {
    return longOnes(nowNanos)
        < costs.placesOfLong(all, query.hasWaitedForItsCost(nowNanos), nowNanos);
  }

  private void takePlace(ShardQuery query) {
    begun.add(query);
    if (begun.size() > places.threads()) {
      places.resize(begun.size());
      hasGrown = true;
    }
    query.holdPlace(() -> placeReleased(query));
    query.times.admitted();
  }

  private void placeReleased(ShardQuery query) {
    synchronized (this) {
      begun.remove(query);
      // While there are long queries, short ones may soon need the further threads again.
      if (hasGrown && begun.size() <= places.threads() && longOnes(System.nanoTime()) == 0) {
        places.resize(places.threads());
        hasGrown = false;
      }
    }
    beginWaiting();
  }

  /** Begins the next queries while there are free places. */
  private void beginWaiting() {
    for (ShardQuery next = next(); next != null; next = next()) {
      Callbacks its = removeCallbacks(next);
      try {
        // Not on this thread, which has to answer another query.
        background.execute(its.begin);
      } catch (OpenSearchRejectedExecutionException e) {
        close(); // The node is shutting down.
        its.refuse.accept(e);
      }
    }
  }

  private synchronized @Nullable ShardQuery next() {
    if (waiting.size() == 0) {
      return null;
    }
    long nowNanos = System.nanoTime();
    ShardQuery next = waiting.poll(query -> mayBegin(query, nowNanos));
    if (next != null) {
      takePlace(next);
    }
    return next;
  }

  private Callbacks removeCallbacks(ShardQuery query) {
    return requireNonNull(callbacks.remove(query), "a waiting query has callbacks");
  }

  private void reject(ShardQuery query, ShardQuery newcomer, int most) {
    String why =
        "rejected: %d shard queries already wait on this node (curtail.admission.max_waiting)"
            .formatted(most);
    if (query != newcomer) {
      why +=
          ", and a query of class %s arrived, which goes before %s"
              .formatted(
                  QueryOptions.label(newcomer.options.priorityClass()),
                  query.isThrottled
                      ? "a throttled workload group"
                      : QueryOptions.label(query.options.priorityClass()));
    }
    rejected.add(query.options.priorityClass());
    removeCallbacks(query).refuse.accept(new OpenSearchRejectedExecutionException(why));
  }

  /** Refuses in the context of the query's own request: another request's thread may call it. */
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

  private void scheduleSweep() {
    if (!isSweepScheduled.getAndSet(true)) {
      pool.scheduleUnlessShuttingDown(SWEEP_INTERVAL, ThreadPool.Names.GENERIC, this::sweep);
    }
  }

  private void sweep() {
    isSweepScheduled.set(false);
    TimeValue longest = timeout;
    long nowNanos = System.nanoTime();
    for (ShardQuery query : waiting.all()) {
      waiting.throttle(query, accounts.isThrottled(query.task));
      if (query.task.isCancelled()) {
        fail(
            query,
            cancelled,
            new TaskCancelledException(
                "cancelled task with reason: " + query.task.getReasonCancelled()));
      } else if (nowNanos - query.times.arrivalNanos >= longest.nanos()) {
        fail(
            query,
            timedOut,
            new OpenSearchRejectedExecutionException(
                "rejected: waited %s for a place (curtail.admission.timeout)".formatted(longest)));
      }
    }
    beginWaiting(); // The pool may have got more threads, or a query may have become long.
    if (waiting.size() > 0) {
      scheduleSweep();
    }
  }

  private void fail(ShardQuery query, LongAdder counted, Exception why) {
    if (waiting.remove(query)) {
      counted.increment();
      removeCallbacks(query).refuse.accept(why);
    }
  }

  /** Refuses all waiting queries, since the node is shutting down. */
  @Override
  public void close() {
    for (ShardQuery query : waiting.all()) {
      if (waiting.remove(query)) {
        removeCallbacks(query)
            .refuse
            .accept(new OpenSearchRejectedExecutionException("this node is shutting down", true));
      }
    }
  }

  /** Counts since the node's start, and the number of waiting queries. */
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
