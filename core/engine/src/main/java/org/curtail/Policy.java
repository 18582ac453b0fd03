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
 * <p>It answers three questions. {@link #admit}, when a request waits: may it start? {@link
 * #decide}, when a request starts, when the load has changed and at the time that the last decision
 * named: how many threads should serve it now? {@link #priority}, when threads are short: which
 * request does a free thread help first?
 */
public interface Policy {
  /**
   * For {@link #threads}: as many as its decisions ask for. All requests share the cores then. In
   * an engine they do so in turns, if the policy does not say otherwise ({@link Preemption#TURN}).
   */
  int UNLIMITED = Integer.MAX_VALUE;

  /**
   * May this waiting request start? By default it may, as soon as a thread is free.
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
   * @return a degree of at least 1 and at most {@link #maxDegree}. Less than the present threads of
   *     the request takes none away, unless the policy is {@linkplain Traits#isMalleable
   *     malleable}.
   */
  Decision decide(Progress running, Load load);

  /**
   * Returns the memory of the requests that have started, as a number of any meaning: every later
   * load shows it as {@link Load#memory}. So a policy that depends on the past stays a function of
   * its arguments. Asked once for each request that starts, one at a time, before it is decided on.
   * By default the memory stays as it is.
   *
   * @param load the service at this moment, the request that starts included, with the memory so
   *     far
   */
  default long remember(Load load) {
    return load.memory();
  }

  /**
   * Returns the urgency of one thread more than the {@link Progress#threads} of a request. Asked
   * only of policies that {@linkplain Traits#ranks rank}. A free thread goes to the greatest value
   * among the running requests that have fewer threads than their degree and the waiting request
   * that is next; of equal values, to a running request, and to the one that started first.
   *
   * @return any number but NaN
   */
  default double priority(Progress request, Load load) {
    return 0;
  }

  /**
   * Returns the group of a request without a thread. Within a group the policy orders by age only:
   * of two requests of the same level, under one load, {@link #priority} never puts the younger one
   * first. So only the oldest of each level has to be asked. Asked when a request is preempted, of
   * policies that preempt by priority; the fewer levels, the faster. By default all are of one
   * level.
   *
   * @param preempted the request, with 0 threads; one that waits to start is of its own level
   */
  default int level(Progress preempted) {
    return 0;
  }

  /** Further properties of this policy; by default it only admits and decides. */
  default Traits traits() {
    return Traits.NONE;
  }

  /** The greatest degree this policy ever asks for; at least 1. */
  int maxDegree();

  /**
   * Returns the number of threads that the policy wants in a service on {@code cores} cores: {@link
   * #UNLIMITED} if all requests share the cores; more than one per core if the operating system is
   * to share them among a few more threads.
   *
   * @param cores at least 1
   */
  int threads(int cores);

  /**
   * The number of cores that this policy was planned for, if its numbers are right for it only, as
   * those of an interval table. An engine with another number of cores warns when it starts, and
   * when such a policy replaces another one. By default unknown.
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

  /** What this policy does with a request, in words with figures, without a full stop. */
  default String description() {
    return "at most %d %s a request"
        .formatted(maxDegree(), maxDegree() == 1 ? "thread" : "threads");
  }
}
