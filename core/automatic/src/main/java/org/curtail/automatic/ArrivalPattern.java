package org.curtail.automatic;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.curtail.automatic.detect.Change;
import org.curtail.automatic.detect.ChangeDetector.UndecidedAlarm;
import org.curtail.automatic.detect.LoadDrift;

/**
 * Reports a new pattern of arrivals: another rate, or another spread in time. No decision depends
 * on it. A plan maps the measured load to a policy, so it stays valid. But plans assume independent
 * arrivals, and a user may want to know of a change.
 *
 * <p>Above {@value #PER_SECOND} arrivals a second it samples every second one, or every third, up
 * to every 200th. It reports at most one change in ten minutes.
 */
final class ArrivalPattern {
  private static final double ARRIVALS_PER_FALSE_ALARM = 1e6;
  private static final int PER_SECOND = 200;

  /** Number of arrivals needed to know the rate. */
  private static final int FIRST = 200;

  /** Number of arrivals after an alarm within which the kind of change must be known. */
  private static final int MOST_SINCE_ALARM = 4_000;

  /** Least time between two reports, to keep a daily rhythm out of the log. */
  private static final long LEAST_BETWEEN_NANOS = 600_000_000_000L;

  private static final double NANOS_PER_S = 1e9;

  private final EventLog log;
  private final long seed;
  private LoadDrift drift;
  private long firstNanos;
  private long arrivals;
  private final UndecidedAlarm alarm = new UndecidedAlarm(MOST_SINCE_ALARM);

  /** Time of the last report; empty before the first. */
  private OptionalLong reportedNanos = OptionalLong.empty();

  /** Sampling interval in arrivals. */
  private long every = 1;

  ArrivalPattern(EventLog log, long seed) {
    this.log = log;
    this.seed = seed;
    drift = fresh();
  }

  private LoadDrift fresh() {
    return new LoadDrift(ARRIVALS_PER_FALSE_ALARM, seed);
  }

  /** Counts an arrival. Times must not go back. */
  void arrived(long nowNanos) {
    if (arrivals == 0) {
      firstNanos = nowNanos;
    }
    arrivals++;
    if (arrivals == FIRST) {
      double seconds = (nowNanos - firstNanos) / NANOS_PER_S;
      every = (long) Math.clamp(Math.ceil(FIRST / (PER_SECOND * seconds)), 1, FIRST);
      drift = fresh();
    }
    if (arrivals % every == 0) {
      boolean isTooOld = alarm.isTooOld(drift.arrived(nowNanos));
      Optional<Change> known =
          drift.change().filter(change -> change.kind() != Change.Kind.NOT_KNOWN);
      known.ifPresent(change -> report(change, nowNanos));
      if (known.isPresent() || isTooOld) {
        forget();
      }
    }
  }

  private void report(Change change, long nowNanos) {
    if (reportedNanos.isEmpty() || nowNanos - reportedNanos.getAsLong() >= LEAST_BETWEEN_NANOS) {
      reportedNanos = OptionalLong.of(nowNanos);
      log.add(new PilotEvent.LoadChanged(nowNanos, change.factor(), reason(change)));
    }
  }

  private static String reason(Change change) {
    String rate =
        String.format(Locale.ROOT, "requests arrive %.2f times as often", change.factor());
    return change.kind() == Change.Kind.SCALED
        ? rate
        : rate + ", in the median, and spread differently in time";
  }

  void forget() {
    arrivals = 0;
    every = 1;
    drift = fresh();
  }
}
