package org.curtail.policies;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.Speedups;
import org.curtail.policy.demand.SpeedupsByDemand;

/**
 * Tail-control work stealing (Li, Agrawal, Elnikety, He, Lee, Lu, McKinley: Work Stealing for
 * Interactive Services to Meet Target Latency, PPoPP'16). The goal of tail-control is to have as
 * few requests as possible above a target latency. Free threads help running requests before they
 * start a new one (steal-first), which is best at low load. Under load a few long requests delay
 * many others. So a request with more work done than the {@link SerialThresholds} allow keeps only
 * one thread. This request may be late, but others are not. Few-to-Many does the opposite: it gives
 * long requests threads.
 *
 * <p>The load is the number of requests in the system, waiting ones included. The policy estimates
 * work done from the request's threads so far and the profile's mean speedups. Needs no knowledge
 * of the request. Never uses more threads than there are cores.
 */
final class TailControl implements Policy {
  private static final double NANOS_PER_MS = 1e6;

  private final int targetMs;
  private final Speedups speedups;
  private final SerialThresholds thresholds;

  /**
   * Creates a policy for a target.
   *
   * @param targetMs latency in milliseconds that as few requests as possible should exceed; at
   *     least 1
   * @param profile demand for the thresholds
   */
  TailControl(int targetMs, Profile profile) {
    if (targetMs < 1) {
      throw new IllegalArgumentException("targetMs must be at least 1: " + targetMs);
    }
    this.targetMs = targetMs;
    this.speedups = Speedups.of(profile);
    this.thresholds = SerialThresholds.of(profile, targetMs);
  }

  /** Returns the target latency in milliseconds. */
  public int targetMs() {
    return targetMs;
  }

  @Override
  public Decision decide(Progress running, Load load) {
    double thresholdMs = thresholds.ms(load);
    double doneMs = speedups.doneMs(running);
    if (doneMs >= thresholdMs) {
      return Decision.keep(1);
    }
    if (Double.isInfinite(thresholdMs)) {
      return Decision.keep(maxDegree());
    }
    // A request at full speed reaches the threshold at this time, others later. Steps of a
    // hundredth of the target limit the number of calls.
    double earliestMs = (thresholdMs - doneMs) / speedups.at(maxDegree());
    long waitNanos = Math.round(Math.max(earliestMs, targetMs / 100.0) * NANOS_PER_MS);
    return new Decision(maxDegree(), running.executionNanos() + waitNanos);
  }

  @Override
  public Traits traits() {
    return Traits.NONE.malleable(true);
  }

  @Override
  public int maxDegree() {
    return speedups.usefulDegree();
  }

  @Override
  public int threads(int cores) {
    return cores;
  }

  @Override
  public String description() {
    return "%d threads a request, but one for requests so long that others would miss %d ms"
        .formatted(maxDegree(), targetMs);
  }

  /**
   * Table of tail-control (PPoPP'16): the work after which a request becomes serial, by load. Here
   * it comes from our own model. In it only the requests' demands are random, and threads help less
   * than in proportion.
   *
   * <p>The model: q requests with the profile's demands have just arrived on C cores. The requests
   * start evenly spread over a time T. Each runs at the greatest degree until it has done x of
   * work, and the rest on one thread. T is the time that the cores need for all work up to x and
   * for the rests done meanwhile. A request is late if its start plus its rest exceed the target. A
   * request's start counts as at least the time to do x alone. The threshold is the x with the
   * fewest late requests, the greatest of several. Only q / C matters, so the table is by requests
   * per core. Requests with little gain from threads cause low thresholds, as their threads take
   * much core time from others.
   *
   * <p>If nearly all are late anyway, the model would run all in parallel again, which costs most
   * core time. So the threshold never rises with the load. Immutable.
   */
  static final class SerialThresholds {
    private static final int STEPS_PER_CORE = 8;
    private static final int MOST_PER_CORE = 8;
    private static final int DEMANDS = 100;
    private static final int STEPS = 20;

    /**
     * Thresholds in milliseconds of work by requests per core, in steps; infinite for no threshold.
     */
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

    /**
     * Returns the milliseconds of work after which a request should be serial; infinite for never.
     */
    double ms(Load load) {
      int step = Math.ceilDiv(STEPS_PER_CORE * load.requests(), load.cores()) - 1;
      return thresholdsMs[Math.clamp(step, 0, thresholdsMs.length - 1)];
    }

    /** Short form of the demand: few requests that each represent equally many. */
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

      /** Returns the end of all parallel work, by decreasing steps from an upper limit. */
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

      /**
       * Returns the time during which serial rests hold cores until a moment, if they begin evenly
       * spread.
       */
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
}
