package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of an automatic policy from its first request on, including the warm-up.
 *
 * @param policy its name on the command line
 * @param load of the run, as {@link Run#load}; absent if it served all loads, one after the other
 * @param seed of the run
 * @param seconds time that it served, without the time between its blocks
 * @param requests that it served
 * @param safeShare share of them served by one thread each: while it learned, and to compare
 * @param requestsBeforePlan number of requests before its first plan; absent without a plan
 * @param plans that were made
 * @param switches number of changes of the policy
 * @param fallBacks number of times that a policy was shown to do harm
 * @param drifts number of changes of the demand or its speedups
 * @param regretShare share of the response time that was lost to comparing and to harm, an estimate
 * @param state at the end, in plain words
 * @param periods the policy chosen at each time and load, in order of time
 * @param events observations and decisions, in order of time; the latest, if there were many
 */
public record Decisions(
    String policy,
    @Nullable Double load,
    long seed,
    double seconds,
    long requests,
    double safeShare,
    @Nullable Integer requestsBeforePlan,
    long plans,
    long switches,
    long fallBacks,
    long drifts,
    double regretShare,
    String state,
    List<Period> periods,
    List<Event> events) {
  public Decisions {
    Range.requireAtLeastZero("seconds", seconds);
    Range.requireAtLeastZero("requests", (double) requests);
    if (!(safeShare >= 0 && safeShare <= 1)) {
      throw new IllegalArgumentException("safeShare must lie between 0 and 1: " + safeShare);
    }
    periods = List.copyOf(periods);
    events = List.copyOf(events);
  }

  /**
   * A period with one load and one chosen policy. Short comparisons with one thread per request are
   * left out.
   *
   * @param fromSeconds begin in serving time
   * @param toSeconds end in serving time, at least {@code fromSeconds}
   * @param load offered load, as a share of the capacity of the cores with one thread per request
   * @param serving chosen policy
   */
  public record Period(double fromSeconds, double toSeconds, double load, String serving) {
    public Period {
      if (!(toSeconds >= fromSeconds)) {
        throw new IllegalArgumentException(
            "toSeconds must be at least fromSeconds: %s, %s".formatted(fromSeconds, toSeconds));
      }
    }

    /** Returns the length in seconds. */
    public double seconds() {
      return toSeconds - fromSeconds;
    }
  }

  /**
   * An observation or a decision.
   *
   * @param atSeconds moment in serving time
   * @param kind kind as one word, such as {@code Planned} or {@code FellBack}
   * @param what description in a few words
   * @param reason reason as a sentence
   */
  public record Event(double atSeconds, String kind, String what, String reason) {}
}
