package org.curtail.benchkit.results;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a policy that chooses its policies itself decided while it served, from its first request
 * on, warm-up among them.
 *
 * @param policy its name on the command line
 * @param load of the run, as {@link Run#load}; absent if it served all loads, one after the other
 * @param seed of the run
 * @param seconds how long it served, without what lies between its blocks
 * @param requests that it served
 * @param safeShare share of them that one thread each served: while it learned, and to compare
 * @param requestsBeforePlan how many had come when its first plan was there; absent without a plan
 * @param plans that were made
 * @param switches how often it chose another policy
 * @param fallBacks how often a policy was shown to do harm
 * @param drifts how often the demand or its speedups had changed
 * @param regretShare share of the response time that was lost to comparing and to harm, an estimate
 * @param state at the end, in plain words
 * @param periods which policy was chosen at which time and load, in order of time
 * @param events what it noticed and decided, in order of time; the latest, if there were many
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
   * A stretch of time with one load and one chosen policy. Slices of time in which one thread each
   * served to compare are not told.
   *
   * @param fromSeconds from when on, of the time that it served
   * @param toSeconds until when, at least {@code fromSeconds}
   * @param load offered then, as a share of what the cores carry with one thread a request
   * @param serving the policy that was chosen
   */
  public record Period(double fromSeconds, double toSeconds, double load, String serving) {
    public Period {
      if (!(toSeconds >= fromSeconds)) {
        throw new IllegalArgumentException(
            "toSeconds must be at least fromSeconds: %s, %s".formatted(fromSeconds, toSeconds));
      }
    }

    /** How long it is. */
    public double seconds() {
      return toSeconds - fromSeconds;
    }
  }

  /**
   * Something that it noticed or decided.
   *
   * @param atSeconds when, of the time that it served
   * @param kind in one word, such as {@code Planned} or {@code FellBack}
   * @param what in a few words
   * @param reason why, in a sentence
   */
  public record Event(double atSeconds, String kind, String what, String reason) {}
}
