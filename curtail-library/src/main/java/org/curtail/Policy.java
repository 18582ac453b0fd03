package org.curtail;

/**
 * Decides when a request starts and how many threads serve it.
 *
 * <p>A policy is a pure function of what it is shown: it reads no clock, starts no thread, keeps no
 * state between calls and draws no random numbers. The same object therefore runs in a simulation
 * and in a live service, and may be asked by many threads at once.
 *
 * <p>It is asked two things. {@link #admit} when a request waits: may it start? {@link #decide}
 * when a request starts, when the load has changed and when the time that the last decision named
 * has come: how many threads should serve it now?
 */
public interface Policy {
  /**
   * May this waiting request start? By default it may, as soon as a thread is free.
   *
   * @param waiting the request at the head of the queue; its {@link Progress#executionNanos} is 0
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
   * @return a degree of at least 1 and at most {@link #maxDegree}; a runtime that cannot lower a
   *     degree keeps the greater of this one and the last
   */
  Decision decide(Progress running, Load load);

  /**
   * Whether this policy relies on {@link Progress#predictedNanos}, and so cannot serve requests
   * that nobody predicts.
   */
  default boolean needsPrediction() {
    return false;
  }

  /** The greatest degree this policy ever asks for; at least 1. */
  int maxDegree();

  /**
   * How many threads the policy wants in a service on {@code cores} cores. Policies that rely on
   * the operating system to share cores among more threads ask for more than one thread per core.
   *
   * @param cores at least 1
   */
  int threads(int cores);
}
