package org.curtail.opensearch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.jspecify.annotations.Nullable;
import org.opensearch.action.search.SearchShardTask;
import org.opensearch.core.index.shard.ShardId;

/**
 * A query of one shard on this node, from its arrival to its answer, and whether it may begin. Safe
 * for all threads.
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

  /** Where it counts as long as it is on its way to its place. */
  private final AtomicReference<@Nullable Comers> comers = new AtomicReference<>();

  /** What it spends its time on. */
  final QueryTimes times = new QueryTimes();

  ShardQuery(SearchShardTask task, ShardId shard, RequestOptions options) {
    this.task = task;
    this.shard = shard;
    this.options = options;
  }

  /** It counts there until it has come to its place or needs none any more. */
  void countedIn(Comers those) {
    comers.set(those);
  }

  private void isOnItsWayNoMore() {
    Comers those = comers.getAndSet(null);
    if (those != null) {
      those.cameToPlace();
    }
  }

  /** It has a place on the engine, or stands in line for one. */
  void holds(Reservation reservation) {
    place = reservation;
  }

  /** Its place on the engine, for one search; null if it passed without, or has used it. */
  @Nullable Reservation takePlace() {
    isOnItsWayNoMore();
    return taken.getAndSet(true) ? null : place;
  }

  /** It may begin. Returns false if it was given up. */
  boolean comes() {
    times.comes();
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
    isOnItsWayNoMore();
    Reservation held = place;
    if (held != null) {
      held.close();
    }
  }
}
