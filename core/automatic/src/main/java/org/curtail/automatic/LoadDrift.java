package org.curtail.automatic;

import java.util.Optional;

/**
 * Notices when requests begin to arrive in another pattern: more or fewer in a time, or in bursts.
 * Not thread-safe.
 *
 * <p>Looks at the times between arrivals. False alarms are as rare as those of {@link DemandDrift},
 * counted in arrivals, while these times are independent of each other and of the same kind, as
 * those of many independent users are; a rate that goes up and down with the hours does change.
 * {@link Change.Kind#SCALED} is another rate, {@link Change.Kind#RESHAPED} another pattern. With
 * one false alarm in a million arrivals, a rate that doubles is noticed after 134 (median; 249 in
 * nine of ten cases).
 */
final class LoadDrift {
  private static final double NANOS_PER_MS = 1e6;

  private final ChangeDetector detector;
  private long lastNanos;
  private boolean hasLast;

  /**
   * Learns from the first arrivals that it is shown.
   *
   * @param arrivalsPerFalseAlarm more than 1, finite
   * @param seed breaks ties
   */
  public LoadDrift(double arrivalsPerFalseAlarm, long seed) {
    detector = new ChangeDetector(arrivalsPerFalseAlarm, seed);
  }

  /**
   * A request has arrived. A clock that went back is taken to have stood still.
   *
   * @return whether the pattern has changed
   */
  public boolean arrived(long nowNanos) {
    if (hasLast) {
      detector.offer(Math.max(nowNanos - lastNanos, 1) / NANOS_PER_MS, nowNanos);
    }
    hasLast = true;
    lastNanos = nowNanos;
    return detector.change().isPresent();
  }

  /** What has changed, by rates; empty if nothing has. */
  public Optional<Change> change() {
    return detector.change().map(Change::ofReciprocals);
  }

  /** What has changed, in plain words; empty if nothing has. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the rate of arrivals"));
  }
}
