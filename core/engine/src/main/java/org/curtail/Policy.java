package org.curtail;

import java.util.Locale;
import java.util.OptionalInt;

/**
 * Decides when a request starts and how many threads serve it.
 *
 * <p>A policy is a pure function of its arguments: it reads no clock, starts no thread, keeps no
 * state between calls and draws no random numbers. The same object therefore runs in a simulation
 * and in a live service, and many threads may ask it at once.
 *
 * <p>A policy answers three questions. {@link #admit}: may a waiting request start? {@link
 * #decide}: how many threads should serve a running request now? The policy is asked when the
 * request starts, when the load has changed, and at the time that the last decision named. {@link
 * #priority}: which request gets a free thread first?
 */
public interface Policy {
  /**
   * For {@link #threads}: as many threads as the decisions ask for. All requests then share the
   * cores. In an engine they take turns of {@link Preemption#TURN}, if the policy has no other
   * {@linkplain Traits#preemption preemption}.
   */
  int UNLIMITED = Integer.MAX_VALUE;

  /**
   * Decides whether this waiting request may start. By default it may, as soon as a thread is free.
   *
   * @param waiting the request next in the queue; its {@link Progress#executionNanos} is 0
   * @param load the service at this moment, the waiting request included
   */
  default Admission admit(Progress waiting, Load load) {
    return Admission.START;
  }

  /**
   * Returns the number of threads that should serve this running request, and the time of the next
   * question.
   *
   * @param running the request; its {@link Progress#decidedDegree} is the last decision of this
   *     policy, 0 the first time
   * @param load the service at this moment, the request included
   * @return a degree from 1 to {@link #maxDegree}. If it is less than the present number of
   *     threads, only a {@linkplain Traits#isMalleable malleable} policy takes threads away.
   */
  Decision decide(Progress running, Load load);

  /**
   * Returns the memory of the requests that have started: a number with any meaning. Every later
   * load has it as {@link Load#memory}. So a policy that depends on the past stays a function of
   * its arguments. Asked once for each starting request, before the decision about it, one request
   * at a time. By default the memory stays the same.
   *
   * @param load the service at this moment, with the starting request and the memory so far
   */
  default long remember(Load load) {
    return load.memory();
  }

  /**
   * Returns the urgency of one thread more than the {@link Progress#threads} of a request. Asked
   * only if the policy {@linkplain Traits#ranks ranks}. Running requests with fewer threads than
   * their degree compete with the next waiting request. A free thread goes to the greatest value;
   * of equal values, to a running request, and there to the earliest start.
   *
   * @return any number but NaN
   */
  default double priority(Progress request, Load load) {
    return 0;
  }

  /**
   * Returns the group of a preempted request. Within a group the policy orders by age only: under
   * one load, {@link #priority} never puts the younger of two requests first. So the engine asks
   * only for the oldest of each level. Asked when a request is preempted, if the policy preempts by
   * priority. Fewer levels are faster. By default all requests have one level.
   *
   * @param preempted the request, with 0 threads. A waiting request has a level of its own
   */
  default int level(Progress preempted) {
    return 0;
  }

  /** Constant properties of this policy; by default it only admits and decides. */
  default Traits traits() {
    return Traits.NONE;
  }

  /** The greatest degree of any decision; at least 1. */
  int maxDegree();

  /**
   * Returns the number of threads that the policy wants in a service on {@code cores} cores. {@link
   * #UNLIMITED} if all requests share the cores. More than one for each core if the operating
   * system should share the cores among some more threads.
   *
   * @param cores number of cores, at least 1
   */
  int threads(int cores);

  /**
   * The number of cores that this policy was planned for. Known if the policy fits only that
   * number, as an interval table does. An engine with another number of cores warns at its start
   * and at a change of policy. By default unknown.
   */
  default OptionalInt plannedCores() {
    return OptionalInt.empty();
  }

  /**
   * Returns the kind of this policy for metrics: a short name without most of its numbers. An
   * engine should have few kinds. By default the kind is the name of the class with hyphens, such
   * as {@code few-to-many}, or {@code other} if the class has no name.
   */
  default String kind() {
    String name = getClass().isHidden() ? "" : getClass().getSimpleName();
    return name.isEmpty()
        ? "other"
        : name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "-").toLowerCase(Locale.ROOT);
  }

  /** A description of this policy, in words with figures, without a full stop. */
  default String description() {
    return "at most %d %s a request"
        .formatted(maxDegree(), maxDegree() == 1 ? "thread" : "threads");
  }
}
