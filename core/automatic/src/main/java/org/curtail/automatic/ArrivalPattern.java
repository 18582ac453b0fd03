package org.curtail.automatic;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Tells when requests begin to arrive in another pattern: at another rate, or otherwise spread in
 * time. Nothing depends on it: a plan is a map from the load, which is measured all the time. But
 * plans are made for arrivals that do not know of each other, and a user may want to know.
 *
 * <p>Where more than {@value #PER_SECOND} come in a second it looks at every second one, or every
 * third, up to every 200th. It tells one change in ten minutes at most.
 */
final class ArrivalPattern {
  private static final double ARRIVALS_PER_FALSE_ALARM = 1e6;
  private static final int PER_SECOND = 200;

  /** From so many it is known how fast they come. */
  private static final int FIRST = 200;

  /** After so many it is told what has changed, or never. */
  private static final int MOST_SINCE_ALARM = 4_000;

  /** A rate that goes up and down with the hours is not to fill the log. */
  private static final long LEAST_BETWEEN_NANOS = 600_000_000_000L;

  private static final double NANOS_PER_S = 1e9;

  private final EventLog log;
  private final long seed;
  private LoadDrift drift;
  private long firstNanos;
  private long arrivals;
  private final UndecidedAlarm alarm = new UndecidedAlarm(MOST_SINCE_ALARM);

  /** When it was told last; empty before. */
  private OptionalLong toldNanos = OptionalLong.empty();

  /** Looks at one of so many. */
  private long every = 1;

  ArrivalPattern(EventLog log, long seed) {
    this.log = log;
    this.seed = seed;
    drift = fresh();
  }

  private LoadDrift fresh() {
    return new LoadDrift(ARRIVALS_PER_FALSE_ALARM, seed);
  }

  /** A request has arrived. Times must not go back. */
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
      known.ifPresent(change -> tell(change, nowNanos));
      if (known.isPresent() || isTooOld) {
        forget();
      }
    }
  }

  private void tell(Change change, long nowNanos) {
    if (toldNanos.isEmpty() || nowNanos - toldNanos.getAsLong() >= LEAST_BETWEEN_NANOS) {
      toldNanos = OptionalLong.of(nowNanos);
      log.add(new PilotEvent.LoadChanged(nowNanos, change.factor(), reason(change)));
    }
  }

  private static String reason(Change change) {
    String rate =
        String.format(Locale.ROOT, "requests arrive %.2f times as often", change.factor());
    return change.kind() == Change.Kind.SCALED
        ? rate
        : rate + ", in the median, and otherwise spread in time than before";
  }

  /** What was before says nothing any more. */
  void forget() {
    arrivals = 0;
    every = 1;
    drift = fresh();
  }
}
