package org.curtail.policies;

import java.util.List;
import java.util.stream.Collectors;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.demand.SpeedupsByDemand;

/**
 * Target-driven parallelism, prediction and correction (Jeon, He, Kim, Elnikety, Rixner, Cox: TPC,
 * ASPLOS'16): each load has a target time. A request starts at the least degree at which it is
 * predicted to end within the target, or the greatest. If it has not ended when the target has
 * passed, the prediction was wrong, and it gets the greatest degree.
 *
 * <p>Load is the number of threads that serve requests and of requests that wait, in quarters of
 * the cores. A request reads the target of the load at the moment of asking; the paper's is the one
 * at its start. A degree once reached is kept. Never uses more threads than there are cores:
 * further threads go to running requests as they become free, before the next request starts.
 *
 * <p>Assumes {@link Progress#prediction}, and that a request speeds up as the profile's requests of
 * about its predicted demand do. The paper finds the targets by a local search over measured tails;
 * {@code org.curtail.tune} does so in simulation.
 */
final class TargetDriven implements Policy {
  /** The parts of the policy: the paper compares the whole with its parts. */
  enum Parts {
    /** Both. */
    PREDICTION_AND_CORRECTION,
    /** The degree stays as at the start. */
    PREDICTION_ONLY,
    /** All requests start on one thread, and need no prediction. */
    CORRECTION_ONLY
  }

  private static final int STEPS_PER_CORES = 4;
  private static final double NANOS_PER_MS = 1e6;

  private final List<Integer> targetsMs;
  private final Parts parts;
  private final SpeedupsByDemand speedups;

  /**
   * Creates a policy with a table of targets.
   *
   * @param targetsMs targets in milliseconds, at least 1 each: the first while fewer threads serve
   *     requests than a quarter of the cores, the second below a half, and so on; the last also for
   *     all higher loads. At least one
   * @param parts parts of the policy in use
   * @param profile profile of speedups
   */
  TargetDriven(List<Integer> targetsMs, Parts parts, Profile profile) {
    this.targetsMs = List.copyOf(targetsMs);
    if (targetsMs.isEmpty() || targetsMs.stream().anyMatch(targetMs -> targetMs < 1)) {
      throw new IllegalArgumentException("targetsMs must be at least 1 each: " + targetsMs);
    }
    this.parts = parts;
    this.speedups = SpeedupsByDemand.of(profile);
  }

  /** Returns the targets by load, in milliseconds. */
  public List<Integer> targetsMs() {
    return targetsMs;
  }

  /**
   * {@inheritDoc}
   *
   * @throws IllegalStateException if the request has no prediction and the policy is not {@link
   *     Parts#CORRECTION_ONLY}
   */
  @Override
  public Decision decide(Progress running, Load load) {
    long targetNanos = Math.round(targetMs(load) * NANOS_PER_MS);
    int degree = running.degree() > 0 ? running.degree() : degreeAtStart(running, targetMs(load));
    if (parts == Parts.PREDICTION_ONLY || degree == maxDegree()) {
      return Decision.keep(degree);
    }
    return running.executionNanos() >= targetNanos
        ? Decision.keep(maxDegree())
        : new Decision(degree, targetNanos);
  }

  private int targetMs(Load load) {
    int step = STEPS_PER_CORES * (load.threads() + load.waiting()) / load.cores();
    return targetsMs.get(Math.min(step, targetsMs.size() - 1));
  }

  private int degreeAtStart(Progress starting, int targetMs) {
    if (parts == Parts.CORRECTION_ONLY) {
      return 1;
    }
    double demandMs = starting.prediction().knownNanos() / NANOS_PER_MS;
    int least = speedups.of(demandMs).leastDegree(demandMs, targetMs);
    return least == 0 ? maxDegree() : least;
  }

  @Override
  public Traits traits() {
    return Traits.NONE.needingPrediction(parts != Parts.CORRECTION_ONLY);
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
    return "up to %d threads a request: the fewest predicted to end it within %s ms"
        .formatted(
            maxDegree(), targetsMs.stream().map(String::valueOf).collect(Collectors.joining(", ")));
  }
}
