package org.curtail.automatic;

import java.util.Optional;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Notices when threads help requests more or less than they did. Not thread-safe.
 *
 * <p>Looks at requests that had several degrees, each for long enough: at the chunks per time of
 * their higher degrees over those of their lowest, compared with what the speedups that were
 * learned say. The demand of a request cancels out. What has changed is the factor of that: 0.5 is
 * a speedup that has become half.
 *
 * <p>False alarms are as rare, and as surely so, as those of {@link DemandDrift}, counted in
 * requests that had several degrees. If one in twenty has, speedups that become half are noticed
 * after 182 requests (median; 274 in nine of ten cases).
 */
final class SpeedupDrift {
  /** For a phase in which nothing was done. */
  private static final double LEAST_RATIO = 1e-3;

  private final SpeedupModel speedups;
  private final ChangeDetector detector;

  /**
   * Learns from the first requests that it is shown.
   *
   * @param speedups those learned so far; an error of theirs does no harm
   * @param requestsPerFalseAlarm requests of several degrees, more than 1, finite
   * @param seed breaks ties
   */
  public SpeedupDrift(SpeedupModel speedups, double requestsPerFalseAlarm, long seed) {
    this.speedups = speedups;
    detector = new ChangeDetector(requestsPerFalseAlarm, seed);
  }

  /**
   * A request has ended. Only those count that completed and had several degrees.
   *
   * @return whether the speedups have changed
   */
  public boolean ended(Timeline request) {
    if (request.outcome() == Outcome.COMPLETED && ChunkRates.tell(request.path())) {
      detector.offer(ratio(request), request.endNanos());
    }
    return detector.change().isPresent();
  }

  /** What the higher degrees brought, over what they should; more than 0. */
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

  /** What has changed, by speedups; empty if nothing has. */
  public Optional<Change> change() {
    return detector.change();
  }

  /** What has changed, in plain words; empty if nothing has. */
  public Optional<String> reason() {
    return change().map(change -> change.words("the speedup by more threads"));
  }
}
