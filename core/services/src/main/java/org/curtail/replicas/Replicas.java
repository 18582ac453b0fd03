package org.curtail.replicas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Servers that can each answer any request.
 *
 * @param count how many there are: at least 1
 * @param slots requests that each of them can serve at once at full speed: at least 1
 * @param discipline whom they serve when there are more
 * @param pauses when they stand still
 * @param slowdowns by replica how many times as long as usual it takes: finite, more than 0; empty
 *     if all are alike
 */
public record Replicas(
    int count, int slots, Discipline discipline, ReplicaPauses pauses, List<Double> slowdowns) {
  public Replicas {
    if (count < 1 || slots < 1) {
      throw new IllegalArgumentException(
          "count and slots must be at least 1: count=%d, slots=%d".formatted(count, slots));
    }
    slowdowns = List.copyOf(slowdowns);
    if (!slowdowns.isEmpty() && slowdowns.size() != count) {
      throw new IllegalArgumentException(
          "%d slowdowns for %d replicas".formatted(slowdowns.size(), count));
    }
    for (double slowdown : slowdowns) {
      if (!(slowdown > 0) || Double.isInfinite(slowdown)) {
        throw new IllegalArgumentException("slowdowns must be finite and positive: " + slowdowns);
      }
    }
    if (pauses.oneAtATime() && pauses.share() * count >= 1) {
      throw new IllegalArgumentException(
          "%d replicas cannot each pause %s of the time, one at a time"
              .formatted(count, pauses.share()));
    }
  }

  /** Replicas that are all alike, without pauses; they serve who came first. */
  public static Replicas of(int count, int slots) {
    return new Replicas(
        count, slots, Discipline.FIRST_COME_FIRST_SERVED, ReplicaPauses.NONE, List.of());
  }

  /** So many replicas and slots that nobody ever waits for another. */
  public static Replicas withoutQueues(int count) {
    return of(count, Integer.MAX_VALUE);
  }

  /** The same with another discipline. */
  public Replicas serving(Discipline other) {
    return new Replicas(count, slots, other, pauses, slowdowns);
  }

  /** The same with other pauses. */
  public Replicas pausing(ReplicaPauses other) {
    return new Replicas(count, slots, discipline, other, slowdowns);
  }

  /**
   * The same, the first of them slower than the others.
   *
   * @param slow how many; 0 to {@link #count}
   * @param factor how many times as long they take
   */
  public Replicas withSlow(int slow, double factor) {
    var factors = new ArrayList<>(Collections.nCopies(count, 1.0));
    for (int i = 0; i < slow; i++) {
      factors.set(i, factor);
    }
    return new Replicas(count, slots, discipline, pauses, factors);
  }

  /** How many times as long as usual a replica takes. */
  double slowdown(int replica) {
    return slowdowns.isEmpty() ? 1 : slowdowns.get(replica);
  }

  /** Whom a replica serves when more requests wait than it has slots. */
  public enum Discipline {
    /** Those that came first, each with a slot of its own; the others wait. */
    FIRST_COME_FIRST_SERVED,

    /**
     * All at once: nobody waits, and with more requests than slots all progress slower in
     * proportion.
     */
    PROCESSOR_SHARING
  }
}
