package org.curtail.opensearch;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.Timeline;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;

/**
 * A query of one shard on this node, from its arrival to its answer: whether it may begin, and what
 * its time went to. Safe for all threads; its times are written by whoever serves it at the time.
 */
final class ShardQuery {
  /** Whether it may begin. */
  private enum Turn {
    WAITS,
    COMES,
    GIVEN_UP
  }

  final SearchShardTask task;
  final ShardId shard;

  /** What is said of it. */
  final RequestOptions options;

  private final AtomicReference<Turn> turn = new AtomicReference<>(Turn.WAITS);
  private volatile @Nullable Exception givenUpFor;
  private volatile @Nullable Reservation place;
  private final AtomicBoolean taken = new AtomicBoolean();

  // Times of System.nanoTime, and spans; 0 where there was none.
  final long arrivalNanos = System.nanoTime();
  private volatile long turnNanos;
  private volatile long phaseFromNanos;
  private volatile long phaseNanos;
  private volatile long searchNanos;
  private volatile long engineNanos;
  private volatile long offCpuNanos;
  private volatile long fetchNanos;

  ShardQuery(SearchShardTask task, ShardId shard, RequestOptions options) {
    this.task = task;
    this.shard = shard;
    this.options = options;
  }

  // ---- Its turn.

  /** It has a place on the engine, or stands in line for one. */
  void holds(Reservation reservation) {
    place = reservation;
  }

  /** Its place on the engine, for one search; null if it passed without, or has used it. */
  @Nullable Reservation takePlace() {
    return taken.getAndSet(true) ? null : place;
  }

  /** It may begin. Returns false if it was given up. */
  boolean comes() {
    turnNanos = System.nanoTime();
    return turn.compareAndSet(Turn.WAITS, Turn.COMES);
  }

  /** It is given up and leaves the line, which is returned, unless it has begun. */
  boolean giveUp(Exception why) {
    if (turn.get() != Turn.WAITS) {
      return false;
    }
    givenUpFor = why;
    boolean isGivenUp = turn.compareAndSet(Turn.WAITS, Turn.GIVEN_UP);
    if (isGivenUp) {
      leave();
    }
    return isGivenUp;
  }

  /** Why it never began; null if that is not known. */
  @Nullable Exception givenUpFor() {
    return givenUpFor;
  }

  /** It needs no place any more. */
  void leave() {
    Reservation held = place;
    if (held != null) {
      held.close();
    }
  }

  // ---- Its times.

  void beginsPhase() {
    phaseFromNanos = System.nanoTime();
  }

  void endsPhase(long nanos) {
    phaseNanos = nanos;
  }

  /** It was searched for so long, by whomever. */
  void searched(long nanos) {
    searchNanos = nanos;
  }

  /** It was searched by the engine. */
  void served(Timeline timeline) {
    engineNanos = timeline.asideNanos() + (place == null ? timeline.waitNanos() : 0);
    long wallNanos = 0;
    long cpuNanos = 0;
    for (Stint stint : timeline.stints()) {
      if (stint.cpuNanos() >= 0) {
        wallNanos += stint.wallNanos();
        cpuNanos += stint.cpuNanos();
      }
    }
    if (wallNanos > 0) {
      double off = Math.max(wallNanos - cpuNanos, 0) / (double) wallNanos;
      offCpuNanos = Math.round(off * timeline.executionNanos());
    }
  }

  void fetched(long nanos) {
    fetchNanos = nanos;
  }

  /** Where its time until now went; adds up to all of it. */
  Map<Cause, Long> causes(long nowNanos) {
    var causes = new EnumMap<Cause, Long>(Cause.class);
    long left = nowNanos - arrivalNanos;
    long beforeNanos = phaseFromNanos == 0 ? left : phaseFromNanos - arrivalNanos;
    long admission = turnNanos == 0 ? left : turnNanos - arrivalNanos;
    // In another mode than that of a searcher nobody saw the search by itself.
    long search = searchNanos == 0 ? phaseNanos : searchNanos;
    left -= put(causes, Cause.ADMISSION, admission, left);
    left -= put(causes, Cause.POOL_QUEUE, beforeNanos - admission, left);
    left -= put(causes, Cause.ENGINE, engineNanos, left);
    left -= put(causes, Cause.OFF_CPU, offCpuNanos, left);
    left -= put(causes, Cause.SEARCH, search - engineNanos - offCpuNanos, left);
    left -= put(causes, Cause.COLLECT, phaseNanos - search, left);
    left -= put(causes, Cause.FETCH, fetchNanos, left);
    causes.put(Cause.OTHER, left);
    return causes;
  }

  /** Clocks are read at different moments: nothing is negative, and no more than there is. */
  private static long put(Map<Cause, Long> causes, Cause cause, long nanos, long left) {
    long within = Math.clamp(nanos, 0, Math.max(left, 0));
    causes.put(cause, within);
    return within;
  }
}
