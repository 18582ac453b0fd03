package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.Closeable;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.curtail.PriorityClass;
import org.curtail.opensearch.stats.EnumCounts;
import org.curtail.opensearch.stats.NodeFigures;
import org.jspecify.annotations.Nullable;
import org.opensearch.common.unit.TimeValue;
import org.opensearch.common.util.concurrent.ThreadContext;
import org.opensearch.common.util.concurrent.ThreadContext.StoredContext;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;
import org.opensearch.core.tasks.TaskCancelledException;
import org.opensearch.threadpool.ThreadPool;

/**
 * The shard queries that wait in front of OpenSearch's pool. They hold no thread, and no place in
 * the pool's queue, which fetch phases need. There are as many places as the pool has threads, so
 * nobody waits here who would not wait there. The more important class goes first, and within a
 * class who came first; who leaves when there are too many, the {@link WaitingQueries} say. Safe
 * for all threads.
 */
final class WaitingLine implements Closeable {
  /** How often it is looked for those that are cancelled or have waited for too long. */
  private static final TimeValue LOOK = TimeValue.timeValueMillis(50);

  /** What becomes of a query that waits. */
  private record Ends(Runnable begin, Consumer<Exception> refuse) {}

  private final BooleanSupplier isUsed;
  private final IntSupplier places;
  private final ThreadPool pool;
  private final Executor background;
  private final WaitingQueries waiting = new WaitingQueries();
  private final Map<ShardQuery, Ends> ends = new ConcurrentHashMap<>();
  private final AtomicBoolean looksAgain = new AtomicBoolean();
  private final LongAdder waited = new LongAdder();
  private final EnumCounts<PriorityClass> rejected = new EnumCounts<>(PriorityClass.class);
  private final LongAdder timedOut = new LongAdder();
  private final LongAdder cancelled = new LongAdder();
  private volatile boolean open;
  private volatile int mostWaiting;
  private volatile TimeValue timeout;

  /** Places that are taken. Guarded by this. */
  private int taken;

  /**
   * An empty line.
   *
   * @param isUsed whether query phases come to the engine at present
   * @param places as many as the pool has threads at present
   * @param open whether queries wait here at first
   */
  WaitingLine(
      BooleanSupplier isUsed,
      IntSupplier places,
      ThreadPool pool,
      boolean open,
      int mostWaiting,
      TimeValue timeout) {
    this.isUsed = isUsed;
    this.places = places;
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

  /** Whether a query that comes now is to {@link #enter}: else it begins without a place. */
  boolean isOpen() {
    return open && isUsed.getAsBoolean();
  }

  /**
   * A query comes: begins it, now or when it is its turn, or refuses it.
   *
   * @param refuse told why, if it is not begun
   */
  void enter(ShardQuery query, Runnable begin, Consumer<Exception> refuse) {
    if (beginsNow(query)) {
      begin.run();
      return;
    }
    ThreadContext context = pool.getThreadContext();
    ends.put(
        query,
        new Ends(
            context.preserveContext(begin),
            inContext(context.newRestorableContext(false), refuse)));
    int most = mostWaiting;
    ShardQuery leaves = waiting.add(query, most);
    if (leaves != null) {
      reject(leaves, query, most);
    }
    if (leaves != query) {
      waited.increment();
      lookSoon();
    }
    beginWaiting(); // A place may have been given back meanwhile.
  }

  private synchronized boolean beginsNow(ShardQuery query) {
    return waiting.size() == 0 && takesPlace(query);
  }

  private synchronized boolean takesPlace(ShardQuery query) {
    if (taken >= places.getAsInt()) {
      return false;
    }
    taken++;
    query.holds(this::givenBack);
    query.times.comes();
    return true;
  }

  private void givenBack() {
    synchronized (this) {
      taken--;
    }
    beginWaiting();
  }

  /** Begins those who are next, as long as there are places. */
  private void beginWaiting() {
    for (ShardQuery next = next(); next != null; next = next()) {
      Ends its = endsOf(next);
      try {
        // Not on this thread, which is to answer another query.
        background.execute(its.begin);
      } catch (OpenSearchRejectedExecutionException e) {
        close(); // The node is shutting down.
        its.refuse.accept(e);
      }
    }
  }

  private synchronized @Nullable ShardQuery next() {
    if (taken >= places.getAsInt()) {
      return null;
    }
    ShardQuery next = waiting.poll();
    if (next != null) {
      takesPlace(next);
    }
    return next;
  }

  private Ends endsOf(ShardQuery left) {
    return requireNonNull(ends.remove(left), "it waited");
  }

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
    rejected.add(query.options.priorityClass());
    endsOf(query).refuse.accept(new OpenSearchRejectedExecutionException(why));
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
    beginWaiting(); // The pool may have got more threads.
    if (waiting.size() > 0) {
      lookSoon();
    }
  }

  private void giveUp(ShardQuery query, LongAdder counted, Exception why) {
    if (waiting.remove(query)) {
      counted.increment();
      endsOf(query).refuse.accept(why);
    }
  }

  /** The node is shutting down: refuses all that wait. */
  @Override
  public void close() {
    for (ShardQuery query : waiting.all()) {
      if (waiting.remove(query)) {
        endsOf(query)
            .refuse
            .accept(new OpenSearchRejectedExecutionException("this node is shutting down", true));
      }
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
