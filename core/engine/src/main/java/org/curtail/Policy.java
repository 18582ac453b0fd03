package org.curtail;

import java.util.OptionalInt;

/**
 * Decides when a request starts and how many threads serve it.
 *
 * <p>A policy is a pure function of what it is shown: it reads no clock, starts no thread, keeps no
 * state between calls and draws no random numbers. The same object therefore runs in a simulation
 * and in a live service, and may be asked by many threads at once.
 *
 * <p>It is asked three things. {@link #admit} when a request waits: may it start? {@link #decide}
 * when a request starts, when the load has changed and when the time that the last decision named
 * has come: how many threads should serve it now? {@link #priority} when threads are short: whom
 * does a free one help first?
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
   * How many threads should serve this running request, and when to ask again?
   *
   * @param running the request; its {@link Progress#degree} is what this policy decided last, 0 the
   *     first time
   * @param load the service at this moment, the request included
   * @return a degree of at least 1 and at most {@link #maxDegree}. Less than the threads that serve
   *     the request already takes none away, unless the policy is {@linkplain Traits#isMalleable
   *     malleable}.
   */
  Decision decide(Progress running, Load load);

  /**
   * What to remember of the requests that have started, as a number of any meaning: every later
   * load shows it as {@link Load#memory}. So a policy that depends on what went before stays a
   * function of what it is shown. Asked once for each request that starts, one at a time, before it
   * is decided on. By default the memory stays as it is.
   *
   * @param load the service at this moment, the request that starts included, with what was
   *     remembered so far
   */
  default long remember(Load load) {
    return load.memory();
  }

  /**
   * How urgent it is that this request gets one thread more than its {@link Progress#threads}.
   * Asked only of policies that {@linkplain Traits#ranks rank}. A free thread goes to the greatest
   * value among the running requests that have fewer threads than their degree and the waiting
   * request that is next; if values are equal, to a running request, and the one that started
   * first.
   *
   * @return any number but NaN
   */
  default double priority(Progress request, Load load) {
    return 0;
  }

  /**
   * Puts requests without a thread into groups of which the policy says nothing but by age: of two
   * of the same level, under one load, {@link #priority} never puts the younger one first. So only
   * the oldest of each level has to be asked. Asked when a request is set aside, of policies that
   * set requests aside by priority; the fewer levels, the faster. By default all are of one level.
   *
   * @param aside the request, with 0 threads; one that waits to start is of its own level
   */
  default int level(Progress aside) {
    return 0;
  }

  /** What else this policy is like; by default it only admits and decides. */
  default Traits traits() {
    return Traits.NONE;
  }

  /** The greatest degree this policy ever asks for; at least 1. */
  int maxDegree();

  /**
   * How many threads the policy wants in a service on {@code cores} cores. Policies that let all
   * requests share the cores ask for {@link #UNLIMITED}; those that rely on the operating system to
   * share them among a few more threads, for more than one thread per core.
   *
   * @param cores at least 1
   */
  int threads(int cores);

  /**
   * For how many cores this policy was planned, if its numbers are right for so many only, as those
   * of an interval table are. An engine that serves with another number of cores says so when it
   * starts, and when such a policy takes another one's place. By default nothing is known.
   */
  default OptionalInt plannedCores() {
    return OptionalInt.empty();
  }
}
