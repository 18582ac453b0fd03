package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Decisions of an automatic policy from its first request on, including the warm-up.
 *
 * @param policy name on the command line
 * @param load load of the run, as in {@link Run#load}; absent if the policy served several loads in
 *     turn
 * @param seed seed of the run
 * @param seconds serving time, without the time between blocks
 * @param requests number of served requests
 * @param safeShare share of requests with one thread each, during learning and for comparisons
 * @param requestsBeforePlan number of requests before the first plan; absent without a plan
 * @param plans number of plans
 * @param switches number of changes of the policy
 * @param fallBacks number of times that a policy was shown to do harm
 * @param drifts number of changes of the demand or its speedups
 * @param regretShare estimated share of the response time lost by comparisons and by harm
 * @param state final state as text
 * @param periods chosen policy at each time and load, in order of time
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
