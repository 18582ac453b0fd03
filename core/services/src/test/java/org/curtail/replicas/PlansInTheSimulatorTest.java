package org.curtail.replicas;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.LoadFeedback;
import org.curtail.reissue.plan.LoadFeedback.FeedbackStep;
import org.curtail.sim.PoissonArrivals;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The simulator against the planner's exact forecast, and the iteration driven by the simulator.
 */
class PlansInTheSimulatorTest {
  private static final int REQUESTS = 300_000;

  /** Number of standard errors that chance hardly ever exceeds. */
  private static final double ERRORS = 4.5;

  private static double[] heavyTailed(SplittableRandom random, int entries) {
    return IntStream.range(0, entries)
        .mapToDouble(i -> Math.rint(100 * Math.pow(1 - random.nextDouble(), -0.7)) / 10)
        .toArray();
  }

  private static void agree(
      ReissueForecast forecast, ReissuePlan plan, ServiceTimes serviceTimes, long seed) {
    ReplicaTrace trace = ReplicaTrace.draw(new PoissonArrivals(100), serviceTimes, REQUESTS, seed);
    ReplicaResult result =
        ReplicaSimulation.of(Replicas.withoutQueues(3), ReplicaChoice.RANDOM)
            .reissuing(plan.policy())
            .run(trace);
    assertThat(result.reissueFraction())
        .as("seed %d, copies of %s", seed, plan.policy())
        .isCloseTo(forecast.reissueFraction(), within(error(forecast.reissueFraction())));
    double[] limits = {plan.predictedMillis(), plan.withoutMillis(), plan.predictedMillis() / 2};
    for (double limit : limits) {
      // Latencies are sums, rounded to nanoseconds.
      double within =
          IntStream.range(0, REQUESTS).filter(i -> result.latencyMillis(i) <= limit + 1e-6).count()
              / (double) REQUESTS;
      double expected = forecast.shareWithin(limit + 1e-6);
      assertThat(within)
          .as("seed %d, share within %s ms with %s", seed, limit, plan.policy())
          .isCloseTo(expected, within(error(expected)));
    }
  }

  private static double error(double share) {
    return ERRORS * Math.sqrt(share * (1 - share) / REQUESTS) + 1e-9;
  }

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Cases.count(2, 5));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void simulationWithoutQueuesEqualsThePlannersForecast(long seed) {
    var random = new SplittableRandom(seed);
    double[] log = heavyTailed(random, 500);
    AttemptTimes times = AttemptTimes.independent(log);
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 0.02));
    agree(ReissueForecast.of(times, plan.policy()), plan, ServiceTimes.independent(log), seed);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void pairsStayTogetherInTheSimulation(long seed) {
    var random = new SplittableRandom(seed);
    double[] first = heavyTailed(random, 500);
    double[] second =
        IntStream.range(0, first.length)
            .mapToDouble(i -> random.nextInt(2) == 0 ? first[i] : 10)
            .toArray();
    AttemptTimes times = AttemptTimes.paired(first, second);
    ReissuePlan plan = ReissuePlanner.singleR(times, new ReissueGoal(99, 0.02));
    agree(ReissueForecast.of(times, plan.policy()), plan, ServiceTimes.paired(first, second), seed);
  }

  @Test
  void iterationFindsAPlanThatHoldsUnderLoad() {
    var random = new SplittableRandom(1);
    double[] log =
        IntStream.range(0, 20_000).mapToDouble(i -> Math.exp(1 + random.nextGaussian())).toArray();
    ServiceTimes serviceTimes = ServiceTimes.added(log, 0.5);
    ReplicaSimulation service = ReplicaSimulation.of(Replicas.of(10, 1), ReplicaChoice.RANDOM);
    var arrivals = new PoissonArrivals(service.perSecond(0.3, serviceTimes));
    ReplicaTrace past = ReplicaTrace.draw(arrivals, serviceTimes, 150_000, 1);
    LoadFeedback feedback = LoadFeedback.iterate(new ReissueGoal(99, 0.02));
    while (feedback.step() instanceof FeedbackStep.Run run) {
      feedback = feedback.observe(service.reissuing(run.policy()).run(past).observation(99));
    }
    assertThat(feedback.step()).isInstanceOf(FeedbackStep.Accepted.class);
    ReissuePolicy policy = ((FeedbackStep.Accepted) feedback.step()).best().policy();
    // Other requests than those of the plan.
    ReplicaTrace future = ReplicaTrace.draw(arrivals, serviceTimes, 150_000, 2);
    ReplicaResult with = service.reissuing(policy).run(future);
    assertThat(with.percentileMillis(99))
        .isLessThan(0.98 * service.run(future).percentileMillis(99));
    assertThat(with.reissueFraction()).isCloseTo(0.02, within(0.003));
  }

  @Test
  void cancelledCopiesCountForTheNextPlan() {
    double[] log = heavyTailed(new SplittableRandom(1), 5000);
    ServiceTimes serviceTimes = ServiceTimes.independent(log);
    ReplicaTrace trace = ReplicaTrace.draw(new PoissonArrivals(100), serviceTimes, 100_000, 1);
    ReplicaSimulation hedged =
        ReplicaSimulation.of(Replicas.withoutQueues(3), ReplicaChoice.RANDOM)
            .reissuing(ReissuePolicy.singleD(30));
    AttemptTimes all = hedged.run(trace).observed().attemptTimes();
    ReplicaResult cancelled = hedged.cancelling(Cancellation.AT_ONCE).run(trace);
    AttemptTimes estimated = cancelled.observed().attemptTimes();
    ReissuePolicy none = ReissuePolicy.NONE;
    double exact = ReissueForecast.of(all, none).percentileMillis(92);
    assertThat(ReissueForecast.of(estimated, none).percentileMillis(92))
        .isCloseTo(exact, within(0.06 * exact));
    // Without cancelled attempts, originals would look much faster.
    AttemptTimes answered = AttemptTimes.independent(cancelled.observed().firstMillis());
    assertThat(ReissueForecast.of(answered, none).percentileMillis(92)).isLessThan(0.9 * exact);
  }
}
