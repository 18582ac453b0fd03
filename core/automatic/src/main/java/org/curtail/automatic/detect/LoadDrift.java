package org.curtail.automatic.detect;

import java.util.Optional;

/**
 * Detects when requests begin to arrive in another pattern: at another rate, or in bursts. Not
 * thread-safe.
 *
 * <p>It looks at the times between arrivals. False alarms are as rare as those of {@link
 * DemandDrift}, counted in arrivals, while these times are independent and identically distributed,
 * as those of many independent users are; a daily rhythm is a real change. {@link
 * Change.Kind#SCALED} is another rate, {@link Change.Kind#RESHAPED} another pattern. With one false
 * alarm in a million arrivals, a rate that doubles is detected after 134 arrivals (median; 90th
 * percentile 249).
 */
public final class LoadDrift {
  private static final double NANOS_PER_MS = 1e6;

  private final ChangeDetector detector;
  private long lastNanos;
  private boolean hasLast;

  /**
   * Creates a detector that learns from the first arrivals.
   *
   * @param arrivalsPerFalseAlarm more than 1, finite
   * @param seed breaks ties
   */
  public LoadDrift(double arrivalsPerFalseAlarm, long seed) {
    detector = new ChangeDetector(arrivalsPerFalseAlarm, seed);
  }

  /**
   * Adds an arrival. A clock that went back is taken to have stood still.
   *
   * @return true if the pattern has changed
   */
  public boolean arrived(long nowNanos) {
    if (hasLast) {
      detector.offer(Math.max(nowNanos - lastNanos, 1) / NANOS_PER_MS, nowNanos);
    }
    hasLast = true;
    lastNanos = nowNanos;
    return detector.change().isPresent();
  }

  /** Returns the change in rates; empty if there is none. */
  public Optional<Change> change() {
    return detector.change().map(Change::ofReciprocals);
  }

  /** Returns the change in plain words; empty if there is none. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the rate of arrivals"));
  }
}
