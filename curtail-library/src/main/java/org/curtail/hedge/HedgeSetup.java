package org.curtail.hedge;

import java.time.Duration;
import java.util.function.Predicate;

/**
 * What a hedge needs besides its plan; every setting has a default, but that calls are idempotent
 * must be declared. Made by {@link Hedge#of} and {@link Hedge#adaptive}. For one thread.
 */
public final class HedgeSetup {
  HedgeSetup() {}

  /** What it is called in logs, events and as a thread; default {@code hedge}. */
  public HedgeSetup named(String name) {
    throw new UnsupportedOperationException("named: " + name);
  }

  /** Declares that to send a call twice does no harm. Without, {@link #start} refuses. */
  public HedgeSetup idempotent() {
    throw new UnsupportedOperationException("idempotent");
  }

  /**
   * How many further attempts there may be; hedges and retries together. Hedges that are given the
   * same budget share it. When it is used up, calls go on with the attempts that they have.
   */
  public HedgeSetup budget(HedgeBudget budget) {
    throw new UnsupportedOperationException("budget: " + budget);
  }

  /**
   * No hedge is sent sooner after the first attempt, whatever the plan says; default 0.
   *
   * @throws IllegalArgumentException if negative
   */
  public HedgeSetup leastDelay(Duration delay) {
    throw new UnsupportedOperationException("leastDelay: " + delay);
  }

  /**
   * No hedge is sent before so many calls were answered; default 100.
   *
   * @throws IllegalArgumentException if negative
   */
  public HedgeSetup leastSamples(int calls) {
    throw new UnsupportedOperationException("leastSamples: " + calls);
  }

  /**
   * Which failures are retried, at once and elsewhere, if no other attempt is under way: within the
   * budget, and within the attempts of the plan. By default none.
   *
   * @param failures asked on the thread that reported the failure; what it throws is reported once,
   *     and the failure is not retried
   */
  public HedgeSetup retrying(Predicate<? super Throwable> failures) {
    throw new UnsupportedOperationException("retrying: " + failures);
  }

  /** Somebody who wants to know what happens to calls; any number of them. */
  public HedgeSetup listener(HedgeListener listener) {
    throw new UnsupportedOperationException("listener: " + listener);
  }

  /** Decides, with the number of the call, which calls are hedged; default 1. */
  public HedgeSetup seed(long seed) {
    throw new UnsupportedOperationException("seed: " + seed);
  }

  /**
   * Starts the hedge and its thread.
   *
   * @throws IllegalStateException if {@link #idempotent} was not declared
   */
  public Hedge start() {
    throw new UnsupportedOperationException("start");
  }
}
