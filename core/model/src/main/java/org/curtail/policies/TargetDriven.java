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
 * ASPLOS'16). Each load has a target time. A request starts at the least degree at which it should
 * end within the target, or at the greatest degree. If it is still running after the target, the
 * prediction was wrong and the request gets the greatest degree.
 *
 * <p>Load is the number of serving threads and waiting requests, in quarters of the cores. A
 * request uses the target of the present load; in the paper it is the load at its start. Degrees
 * never fall. Never uses more threads than there are cores: free threads go to running requests
 * before the next request starts.
 *
 * <p>Requires {@link Progress#prediction}. Assumes that a request speeds up like the profile's
 * requests of about its predicted demand. The paper finds the targets by a local search over
 * measured tails; {@code org.curtail.tune} does so in simulation.
 */
final class TargetDriven implements Policy {
  /** Parts of the policy. The paper compares the whole policy with its parts. */
  enum Parts {
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
   * @param targetsMs targets in milliseconds, at least one and at least 1 each: the first while
   *     fewer threads serve requests than a quarter of the cores, the second below a half, and so
   *     on; the last for all higher loads too
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
    int degree =
        running.decidedDegree() > 0
            ? running.decidedDegree()
            : degreeAtStart(running, targetMs(load));
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
