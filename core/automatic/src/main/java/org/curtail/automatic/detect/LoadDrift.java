package org.curtail.automatic.detect;

import java.util.Optional;

/**
 * Detector of a new pattern of arrivals: another rate, or bursts. Not thread-safe.
 *
 * <p>It observes the times between arrivals. While these times are independent and identically
 * distributed, as with many independent users, false alarms are as rare as those of {@link
 * DemandDrift}, counted in arrivals. A daily rhythm is a real change. {@link Change.Kind#SCALED} is
 * another rate, {@link Change.Kind#RESHAPED} another pattern. With one false alarm in a million
 * arrivals, it detects a doubled rate after 134 arrivals (median; 90th percentile 249).
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
   * Adds an arrival. A step back of the clock counts as no time.
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
