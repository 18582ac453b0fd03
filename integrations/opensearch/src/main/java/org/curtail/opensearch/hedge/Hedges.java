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
 * A hedge for each index and kind of query; each learns by itself, and all share one budget. Each
 * has two threads, so there are not more than {@value #MOST}. What they have learned outlasts a
 * short while in which hedging is switched off. Safe for all threads.
 */
final class Hedges {
  static final int MOST = 64;

  /** One that was not used for so long may give its place to another. */
  private static final long IDLE_NANOS = TimeUnit.MINUTES.toNanos(10);

  /**
   * A query that has waited for so many times as long as others do, before they are sent again, is
   * not one that chance, or a moment of load, may leave to a node that gives no answer.
   */
  private static final double LAST_RESORT = 10;

  /**
   * Queries that take about the same time.
   *
   * @param isOnly whether the search has no other shard, so that its documents are fetched too
   */
  record Kind(Index index, boolean isOnly) {
    String label() {
      return index.getName() + (isOnly ? " query+fetch" : " query");
    }
  }

  private static final class Kept {
    private final Hedge hedge;
    private volatile long usedNanos;

    private Kept(Hedge hedge, long usedNanos) {
      this.hedge = hedge;
      this.usedNanos = usedNanos;
    }
  }

  private final Map<Kind, Kept> kept = new ConcurrentHashMap<>();
  private final HedgeListener listener;
  private final LongSupplier clock;
  private HedgeGoal goal;
  private HedgeBudget budget;
  private volatile boolean isOpen;

  /** When they were switched off. */
  private long offNanos;

  /** Closed at first. */
  Hedges(HedgeGoal goal, HedgeListener listener, LongSupplier clock) {
    this.goal = goal;
    this.listener = listener;
    this.clock = clock;
    budget = HedgeBudget.of(goal.budget());
  }

  /** Null if there are too many, or hedging is off. */
  @Nullable Hedge of(Kind kind) {
    if (!isOpen) {
      return null;
    }
    long nowNanos = clock.getAsLong();
    Kept known = kept.get(kind);
    if (known == null) {
      return added(kind, nowNanos);
    }
    known.usedNanos = nowNanos;
    return known.hedge;
  }

  private synchronized @Nullable Hedge added(Kind kind, long nowNanos) {
    if (!isOpen || (kept.size() >= MOST && !dropsOne(nowNanos))) {
      return null;
    }
    return kept.computeIfAbsent(kind, k -> new Kept(start(k), nowNanos)).hedge;
  }

  private boolean dropsOne(long nowNanos) {
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

  /** All begin to learn anew, towards this goal. */
  synchronized void goal(HedgeGoal next) {
    goal = next;
    budget = HedgeBudget.of(next.budget());
    forgetAll();
  }

  /** Whether queries are hedged at all. */
  synchronized void open(boolean open) {
    if (isOpen && !open) {
      offNanos = clock.getAsLong();
    }
    isOpen = open;
  }

  /** Whether they are. */
  boolean isOpen() {
    return isOpen;
  }

  /** Time has passed: what nobody has used for long, since hedging is off, is forgotten. */
  synchronized void sweep() {
    if (!isOpen && clock.getAsLong() - offNanos >= IDLE_NANOS) {
      forgetAll();
    }
  }

  /** There are none any more. */
  synchronized void close() {
    isOpen = false;
    forgetAll();
  }

  private void forgetAll() {
    List<Kind> kinds = new ArrayList<>(kept.keySet());
    kinds.forEach(this::forget);
  }

  private void forget(Kind kind) {
    Kept known = kept.remove(kind);
    if (known != null) {
      known.hedge.close();
    }
  }

  /** An index is no more. */
  synchronized void forget(Index index) {
    forget(new Kind(index, true));
    forget(new Kind(index, false));
  }

  synchronized HedgeGoal goal() {
    return goal;
  }

  /** In the order of their names. */
  Map<String, Hedge> byName() {
    var byName = new TreeMap<String, Hedge>();
    kept.forEach((kind, known) -> byName.put(kind.label(), known.hedge));
    return byName;
  }
}
