package org.curtail.opensearch.hedge;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeBudget;
import org.curtail.hedge.HedgeListener;
import org.jspecify.annotations.Nullable;
import org.opensearch.core.index.Index;

/**
 * One hedge for each index and kind of query. Each learns by itself, and all share one budget. Each
 * has two threads, so there are at most {@value #MOST}. Their knowledge survives a short time with
 * hedging switched off. Safe for all threads.
 */
final class Hedges {
  static final int MOST = 64;

  /** Time without use after which a hedge may be replaced by another. */
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /**
   * Multiple of the usual delay after which a waiting query is always sent again. Without it,
   * chance or a moment of load could leave a query to a node that never answers.
   */
  private static final double LAST_RESORT = 10;

  /**
   * A kind of queries with similar durations.
   *
   * @param isOnly true if the search has no other shard, so that its documents are fetched in the
   *     same query
   */
  record Kind(Index index, boolean isOnly) {
    String label() {
      return index.getName() + (isOnly ? " query+fetch" : " query");
    }
  }

  private static final class LiveHedge {
    private final Hedge hedge;
    private volatile long usedNanos;

    private LiveHedge(Hedge hedge, long usedNanos) {
      this.hedge = hedge;
      this.usedNanos = usedNanos;
    }
  }

  private final Map<Kind, LiveHedge> kept = new ConcurrentHashMap<>();
  private final HedgeListener listener;
  private final LongSupplier clock;
  private HedgeGoal goal;
  private HedgeBudget budget;
  private volatile boolean isOpen;

  /** Clock reading when hedging was last switched off. */
  private long offNanos;

  /** Creates hedges that are switched off. */
  Hedges(HedgeGoal goal, HedgeListener listener, LongSupplier clock) {
    this.goal = goal;
    this.listener = listener;
    this.clock = clock;
    budget = HedgeBudget.of(goal.budget());
  }

  /** Returns the hedge of a kind; null if there are too many, or hedging is off. */
  @Nullable Hedge of(Kind kind) {
    if (!isOpen) {
      return null;
    }
    long nowNanos = clock.getAsLong();
    LiveHedge known = kept.get(kind);
    if (known == null) {
      return add(kind, nowNanos);
    }
    known.usedNanos = nowNanos;
    return known.hedge;
  }

  private synchronized @Nullable Hedge add(Kind kind, long nowNanos) {
    if (!isOpen || (kept.size() >= MOST && !removeIdle(nowNanos))) {
      return null;
    }
    return kept.computeIfAbsent(kind, k -> new LiveHedge(start(k), nowNanos)).hedge;
  }

  private boolean removeIdle(long nowNanos) {
    var oldest =
        kept.entrySet().stream()
            .max(Comparator.comparingLong(entry -> nowNanos - entry.getValue().usedNanos))
            .orElseThrow();
    if (nowNanos - oldest.getValue().usedNanos < IDLE_NANOS) {
      return false;
    }
    kept.remove(oldest.getKey());
    oldest.getValue().hedge.close();
    return true;
  }

  private Hedge start(Kind kind) {
    return Hedge.adaptive(goal.learned())
        .named(kind.label())
        .idempotent()
        .budget(budget)
        .leastDelay(goal.leastDelay())
        .lastResort(LAST_RESORT)
        .fatal(HedgedQuery::isFatal)
        .listener(listener)
        .start();
  }

  /** Sets a new goal; all hedges start learning again. */
  synchronized void goal(HedgeGoal next) {
    goal = next;
    budget = HedgeBudget.of(next.budget());
    forgetAll();
  }

  /** Switches hedging on or off. */
  synchronized void open(boolean open) {
    if (isOpen && !open) {
      offNanos = clock.getAsLong();
    }
    isOpen = open;
  }

  /** True if hedging is on. */
  boolean isOpen() {
    return isOpen;
  }

  /** Called regularly: removes hedges when hedging has been off for long. */
  synchronized void sweep() {
    if (!isOpen && clock.getAsLong() - offNanos >= IDLE_NANOS) {
      forgetAll();
    }
  }

  /** Removes all hedges. */
  synchronized void close() {
    isOpen = false;
    forgetAll();
  }

  private void forgetAll() {
    List<Kind> kinds = new ArrayList<>(kept.keySet());
    kinds.forEach(this::forget);
  }

  private void forget(Kind kind) {
    LiveHedge known = kept.remove(kind);
    if (known != null) {
      known.hedge.close();
    }
  }

  /** Removes the hedges of a deleted index. */
  synchronized void forget(Index index) {
    forget(new Kind(index, true));
    forget(new Kind(index, false));
  }

  synchronized HedgeGoal goal() {
    return goal;
  }

  /** Hedges in the order of their names. */
  Map<String, Hedge> byName() {
    var byName = new TreeMap<String, Hedge>();
    kept.forEach((kind, known) -> byName.put(kind.label(), known.hedge));
    return byName;
  }
}
