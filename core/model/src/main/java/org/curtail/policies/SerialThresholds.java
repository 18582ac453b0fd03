package org.curtail.policies;

import org.curtail.Load;
import org.curtail.Profile;
import org.curtail.policy.demand.Speedups;
import org.curtail.policy.demand.SpeedupsByDemand;

/**
 * After how much work a request should give its threads back, by load: what the table of
 * tail-control (PPoPP'16) says, here from a model of our own in which nothing is random but what a
 * request demands, and threads help less than in proportion.
 *
 * <p>The model: q requests with the profile's demands have just arrived on C cores and start evenly
 * spread over a time T, as cores allow. Each runs at the greatest degree until it has done x of
 * work, and what remains of it on one thread. T is how long the cores need for all work up to x and
 * for what is done of the remainders meanwhile. A request is late if its start, but not before it
 * could have done x alone, and the remainder are longer than the target. The threshold is the x
 * with which fewest are late, the greatest of several. As only q / C matters, the table is by
 * requests per core. Requests that gain little from threads make for low thresholds, as their
 * threads take much core time from others.
 *
 * <p>Where nearly all are late whatever is done, the model would let everybody run in parallel
 * again, which costs most core time when there is least. So the threshold never rises with the
 * load. Immutable.
 */
final class SerialThresholds {
  private static final int STEPS_PER_CORE = 8;
  private static final int MOST_PER_CORE = 8;
  private static final int DEMANDS = 100;
  private static final int STEPS = 20;

  /** In milliseconds of work, infinite for no threshold; by requests per core, in steps. */
  private final double[] thresholdsMs;

  private SerialThresholds(double[] thresholdsMs) {
    this.thresholdsMs = thresholdsMs;
  }

  static SerialThresholds of(Profile profile, double targetMs) {
    var model = new Model(profile, targetMs);
    double[] thresholdsMs = new double[STEPS_PER_CORE * MOST_PER_CORE];
    double least = Double.POSITIVE_INFINITY;
    for (int step = 0; step < thresholdsMs.length; step++) {
      least = Math.min(least, model.best((step + 1.0) / STEPS_PER_CORE));
      thresholdsMs[step] = least;
    }
    return new SerialThresholds(thresholdsMs);
  }

  /** Milliseconds of work from which on a request should be serial; infinite if never. */
  double ms(Load load) {
    int step = Math.ceilDiv(STEPS_PER_CORE * load.requests(), load.cores()) - 1;
    return thresholdsMs[Math.clamp(step, 0, thresholdsMs.length - 1)];
  }

  /** The demand in short: requests that stand for as many each. */
  private static final class Model {
    private final double targetMs;
    private final double[] demandsMs = new double[DEMANDS];
    private final double[] speedup = new double[DEMANDS];
    private final int degree;

    Model(Profile profile, double targetMs) {
      this.targetMs = targetMs;
      degree = Speedups.of(profile).usefulDegree();
      SpeedupsByDemand speedups = SpeedupsByDemand.of(profile);
      for (int i = 0; i < DEMANDS; i++) {
        demandsMs[i] = profile.percentileMs(100 * (i + 0.5) / DEMANDS, 1);
        speedup[i] = speedups.of(demandsMs[i]).at(degree);
      }
    }

    double best(double requestsPerCore) {
      double best = Double.POSITIVE_INFINITY;
      double fewest = late(best, requestsPerCore);
      for (int i = DEMANDS - 1; i >= 0; i--) {
        double late = late(demandsMs[i], requestsPerCore);
        if (late < fewest) {
          fewest = late;
          best = demandsMs[i];
        }
      }
      return best;
    }

    /** How many of the demands are late. */
    private double late(double thresholdMs, double requestsPerCore) {
      double drainMs = drainMs(thresholdMs, requestsPerCore);
      double late = 0;
      for (int i = 0; i < DEMANDS; i++) {
        double parallelMs = Math.min(demandsMs[i], thresholdMs);
        double latestMs = targetMs - (demandsMs[i] - parallelMs);
        if (parallelMs / speedup[i] > latestMs) {
          late++;
        } else if (drainMs > latestMs) {
          late += 1 - latestMs / drainMs;
        }
      }
      return late;
    }

    /** When all parallel work is done, by steps from above: as if all remainders were in it. */
    private double drainMs(double thresholdMs, double requestsPerCore) {
      double coreMs = 0;
      for (int i = 0; i < DEMANDS; i++) {
        coreMs += Math.min(demandsMs[i], thresholdMs) * degree / speedup[i];
      }
      double drainMs = Double.POSITIVE_INFINITY;
      for (int step = 0; step < STEPS; step++) {
        double serialMs = serialMs(thresholdMs, drainMs);
        drainMs = requestsPerCore * (coreMs + serialMs) / DEMANDS;
      }
      return drainMs;
    }

    /** For how long the serial remainders hold cores until then, if they begin evenly spread. */
    private double serialMs(double thresholdMs, double untilMs) {
      double sumMs = 0;
      for (int i = DEMANDS - 1; i >= 0 && demandsMs[i] > thresholdMs; i--) {
        double restMs = demandsMs[i] - thresholdMs;
        sumMs += restMs < untilMs ? restMs - restMs * restMs / (2 * untilMs) : untilMs / 2;
      }
      return sumMs;
    }
  }
}
