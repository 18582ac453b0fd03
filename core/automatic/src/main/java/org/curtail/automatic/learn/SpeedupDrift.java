package org.curtail.automatic.learn;

import java.util.Optional;
import org.curtail.automatic.detect.Change;
import org.curtail.automatic.detect.ChangeDetector;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Detector of changed speedups. Not thread-safe.
 *
 * <p>It observes requests with several degrees, each for long enough. It divides their chunks per
 * time at higher degrees by those at the lowest, relative to the learned speedups. The demand of a
 * request cancels out. The factor of the change is that of the speedup: at 0.5 it has halved.
 *
 * <p>False alarms are as rare as those of {@link DemandDrift}, counted in requests with several
 * degrees. If these are one in twenty, it detects halved speedups after 182 requests (median; 90th
 * percentile 274).
 */
public final class SpeedupDrift {
  /** Least ratio, for a phase without finished chunks. */
  private static final double LEAST_RATIO = 1e-3;

  private final SpeedupModel speedups;
  private final ChangeDetector detector;

  /**
   * Creates a detector that learns from the first requests.
   *
   * @param speedups learned speedups; their error does no harm
   * @param requestsPerFalseAlarm number of requests with several degrees, more than 1, finite
   * @param seed breaks ties
   */
  public SpeedupDrift(SpeedupModel speedups, double requestsPerFalseAlarm, long seed) {
    this.speedups = speedups;
    detector = new ChangeDetector(requestsPerFalseAlarm, seed);
  }

  /**
   * Adds an ended request. Only completed ones with several degrees count.
   *
   * @return true if the speedups have changed
   */
  public boolean ended(Timeline request) {
    if (request.outcome() == Outcome.COMPLETED && ChunkRates.showSpeedups(request.path())) {
      detector.offer(ratio(request), request.endNanos());
    }
    return detector.change().isPresent();
  }

  /** Returns the gain at higher degrees relative to the expected gain; more than 0. */
  private double ratio(Timeline request) {
    int degrees = request.path().stream().mapToInt(phase -> phase.degree()).max().orElse(1);
    var rates = ChunkRates.withEnd(request.path(), degrees);
    double demandNanos = speedups.demandNanos(request);
    int lowest = 1;
    while (rates.nanos(lowest) == 0) {
      lowest++;
    }
    double chunks = 0;
    double work = 0;
    for (int d = lowest + 1; d <= degrees; d++) {
      chunks += rates.chunks(d);
      work += rates.nanos(d) * speedups.speedup(d, demandNanos);
    }
    double own =
        rates.chunks(lowest) / (rates.nanos(lowest) * speedups.speedup(lowest, demandNanos));
    return own > 0 ? Math.max(chunks / work / own, LEAST_RATIO) : 1 / LEAST_RATIO;
  }

  /** Returns the change in speedups; empty if there is none. */
  public Optional<Change> change() {
    return detector.change();
  }

  /** Returns the change in plain words; empty if there is none. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the speedup by more threads"));
  }
}
