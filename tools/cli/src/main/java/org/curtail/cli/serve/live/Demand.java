package org.curtail.cli.serve.live;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.Profile;
import org.curtail.plan.Effort;
import org.curtail.plan.GoalAdvice;
import org.curtail.plan.PlanGoal;
import org.curtail.plan.TablePlanner;
import org.curtail.policies.Policies;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * The demand of some requests of a service, without what a core costs: times are those of a core of
 * this machine. Immutable.
 *
 * <p>The profile assumes that k threads share the chunks of a request equally, and that each
 * further thread costs 3 % of the work. That is enough for a page; {@code curtail profile} measures
 * it.
 */
final class Demand {
  /** Greatest number of threads of a request on the page. */
  static final int MOST_DEGREE = 6;

  private static final int PLANNED_DEGREE = 4;
  private static final double COST_OF_A_THREAD = 0.03;
  private static final long EFFORT = 100_000_000;

  private record One(double ms, int chunks) {}

  private final List<One> requests;

  private Demand(List<One> requests) {
    this.requests = requests;
  }

  /**
   * Returns the demand of served requests.
   *
   * @param factor time on a core that served them, relative to a core of this machine
   */
  static Demand of(List<Timeline> timelines, double factor) {
    return new Demand(
        timelines.stream()
            .filter(timeline -> timeline.outcome() == Outcome.COMPLETED)
            .map(timeline ->
                new One(
                    Math.max(timeline.threadNanos() / 1e6 / factor, 1e-3),
                    Math.max(1, timeline.chunks())))
            .toList());
  }

  boolean isEmpty() {
    return requests.isEmpty();
  }

  /** Returns the mean time on one thread in milliseconds, on cores of this factor. */
  double meanMs(double factor) {
    return factor * requests.stream().mapToDouble(One::ms).average().orElse(1);
  }

  /** Returns the profile on cores of this factor, up to a degree that these cores allow. */
  Profile profile(double factor, int cores) {
    int degrees = Math.clamp(cores, 1, MOST_DEGREE);
    double[][] timesMs =
        requests.stream()
            .map(one -> {
              double[] times = new double[degrees];
              Arrays.setAll(times, i -> one.ms * factor * share(one.chunks, i + 1));
              return times;
            })
            .toArray(double[][]::new);
    return Profile.of("measured by the page", timesMs);
  }

  private static double share(int chunks, int degree) {
    return Math.ceilDiv(chunks, degree) / (double) chunks * (1 + COST_OF_A_THREAD * (degree - 1));
  }

  /** Returns the inputs of policies on these cores. Takes a second or two. */
  Policies.Ingredients ingredients(double factor, int cores) {
    Profile profile = profile(factor, cores);
    return new Policies.Ingredients(Optional.of(profile), Optional.of(table(profile, cores)));
  }

  private static IntervalTable table(Profile profile, int cores) {
    List<Integer> degrees =
        PlanGoal.degreesTo(
            GoalAdvice.maxDegree(
                    profile, PlanGoal.degreesTo(Math.min(PLANNED_DEGREE, profile.maxDegree())))
                .value());
    int target = GoalAdvice.targetParallelism(profile, cores, degrees.getLast()).value();
    var goal =
        new PlanGoal(
            cores,
            target,
            degrees.getLast(),
            degrees,
            99,
            TablePlanner.suggestStepMs(profile, degrees),
            target);
    return TablePlanner.plan(profile, goal, new Effort(EFFORT, spentShare -> {}));
  }
}
