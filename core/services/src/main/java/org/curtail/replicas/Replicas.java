package org.curtail.replicas;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The replicas of a shard. Each can answer any request.
 *
 * @param count number of servers: at least 1
 * @param slots number of requests that a server serves at once at full speed: at least 1
 * @param discipline order of service if requests outnumber the slots
 * @param pauses pauses of the servers
 * @param slowdowns factor of all service times for each replica: finite, more than 0; empty for
 *     equal replicas
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

  /** Returns equal replicas without pauses that serve in order of arrival. */
  public static Replicas of(int count, int slots) {
    return new Replicas(
        count, slots, Discipline.FIRST_COME_FIRST_SERVED, ReplicaPauses.NONE, List.of());
  }

  /** Returns replicas with so many slots that no request waits. */
  public static Replicas withoutQueues(int count) {
    return of(count, Integer.MAX_VALUE);
  }

  /** Returns these replicas with another discipline. */
  public Replicas serving(Discipline other) {
    return new Replicas(count, slots, other, pauses, slowdowns);
  }

  /** Returns these replicas with other pauses. */
  public Replicas pausing(ReplicaPauses other) {
    return new Replicas(count, slots, discipline, other, slowdowns);
  }

  /**
   * Returns these replicas, with the first ones slower.
   *
   * @param slow number of slow replicas; 0 to {@link #count}
   * @param factor factor of their service times
   */
  public Replicas withSlow(int slow, double factor) {
    var factors = new ArrayList<>(Collections.nCopies(count, 1.0));
    for (int i = 0; i < slow; i++) {
      factors.set(i, factor);
    }
    return new Replicas(count, slots, discipline, pauses, factors);
  }

  /** Returns the factor of a replica's service times. */
  double slowdown(int replica) {
    return slowdowns.isEmpty() ? 1 : slowdowns.get(replica);
  }

  /** Order of service if requests outnumber the slots. */
  public enum Discipline {
    /** Order of arrival; a request in service has its own slot. */
    FIRST_COME_FIRST_SERVED,

    /** All requests at once, each with an equal share of the slots. */
    PROCESSOR_SHARING
  }
}
