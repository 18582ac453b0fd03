package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policies.Policies.Need;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Observer;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.Simulation;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;

/**
 * Random policy and service, for simulation and engine.
 *
 * @param ingredients ingredients of all policies of this service
 */
record ParityCase(
    Policy policy,
    String name,
    Ingredients ingredients,
    Trace trace,
    Profile profile,
    Machine machine,
    Predictor predictor) {
  static final int FEWEST_REQUESTS = 30;

  /** Policies with their own sharing of cores cannot be wrapped. */
  private static final Set<String> PREEMPTIVE =
      Set.of(
          "processor-sharing",
          "least-attained",
          "gittins",
          "tail-index",
          "tail-index-sharing",
          "tail-index-gittins-W");

  /** Returns the names of all policies, with boosting and sharing ones. */
  static Stream<String> patterns() {
    return Policies.names().stream()
        .flatMap(name ->
            PREEMPTIVE.contains(name)
                ? Stream.of(name, name + Policies.BOOSTING)
                : Stream.of(name, name + Policies.BOOSTING, name + Policies.SHARING));
  }

  private static String withNumbers(String pattern, int maxDegree, RandomGenerator random) {
    boolean isDegree = pattern.startsWith("fixed-") || pattern.startsWith("protected-");
    boolean isQueue = pattern.startsWith("binary-") || pattern.startsWith("linear-");
    int most = isDegree ? maxDegree : isQueue ? 8 : 60;
    String name =
        Pattern.compile("[A-Z]")
            .matcher(pattern)
            .replaceAll(letter -> String.valueOf(random.nextInt(1, most + 1)));
    return pattern.startsWith("tpc-")
        ? name.replace("tpc-", "tpc-%d-".formatted(random.nextInt(1, most + 1)))
        : name;
  }

  /** Each request has its own times, so that no two are equal. */
  private static Profile drawProfile(RandomGenerator random, int requests, int maxDegree) {
    double[][] timesMs = new double[requests][maxDegree];
    for (double[] times : timesMs) {
      times[0] = 2 + 60 * Math.pow(random.nextDouble(), 3);
      for (int degree = 2; degree <= maxDegree; degree++) {
        times[degree - 1] = times[degree - 2] * random.nextDouble((degree - 1.0) / degree, 1.02);
      }
    }
    return Profile.of("random", timesMs);
  }

  private static IntervalTable table(RandomGenerator random, int cores, int maxDegree) {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int load = 1; load <= random.nextInt(2, 9); load++) {
      double mostMs = random.nextInt(1, 41);
      List<Double> startsMs =
          random.doubles(maxDegree, 0, mostMs).map(Math::rint).sorted().boxed().toList();
      rows.add(new IntervalTable.Row(load, startsMs, 0, 0, 0));
    }
    List<Integer> degrees = IntStream.rangeClosed(1, maxDegree).boxed().toList();
    return new IntervalTable(
        cores, random.nextInt(1, 9), maxDegree, 99, 1, degrees, rows, random.nextInt(1, 9));
  }

  /**
   * Claims are needed, or useless chunks would end at borders of other requests. The half, third
   * and quarter of the period are not whole, which separates the borders of requests with different
   * numbers of threads.
   */
  private static Costs drawCosts(RandomGenerator random) {
    long periodNanos = 12 * random.nextLong(50_000, 300_000) + 11;
    long claimNanos = random.nextLong(1, 100_000);
    return new Costs(0, periodNanos - claimNanos).withClaimNanos(claimNanos).withSpeculation();
  }

  static ParityCase draw(String pattern, RandomGenerator random) {
    int maxDegree = pattern.startsWith("few-to-many-published") ? 4 : random.nextInt(1, 5);
    int cores = random.nextInt(1, 7);
    int most = random.nextInt(6) == 0 ? 200 : 60;
    int size = random.nextInt(FEWEST_REQUESTS, most + 1);
    Profile profile = drawProfile(random, size, maxDegree);
    String name = withNumbers(pattern, maxDegree, random);
    var ingredients =
        new Ingredients(Optional.of(profile), Optional.of(table(random, cores, maxDegree)));
    Policy policy = Policies.named(name, ingredients);
    double perSecond = random.nextDouble(0.2, 1.5) * cores * 1000 / profile.meanMs(1);
    Trace drawn = Traces.draw(new PoissonArrivals(perSecond), profile, size, random.nextLong());
    double[] arrivalsMs = IntStream.range(0, size).mapToDouble(drawn::arrivalMs).toArray();
    Trace trace = Trace.of(arrivalsMs, IntStream.range(0, size).toArray());
    var machine = new Machine(cores, drawCosts(random));
    Predictor predictor =
        Policies.needs(name).contains(Need.DEMAND)
            ? Predictor.CLAIRVOYANT
            : Predictor.noisy(random.nextDouble(), random.nextLong());
    return new ParityCase(policy, name, ingredients, trace, profile, machine, predictor);
  }

  /** Returns another policy for the same service. */
  Policy drawPolicy(String pattern, RandomGenerator random) {
    return Policies.named(withNumbers(pattern, profile.maxDegree(), random), ingredients);
  }

  SimulationResult simulate(DecisionTrace decisions, RecordingPolicy recording) {
    return simulate(decisions, recording, Steering.NONE);
  }

  SimulationResult simulate(DecisionTrace decisions, RecordingPolicy recording, Steering steering) {
    return new Simulation(profile, machine)
        .predictedBy(predictor)
        .steeredBy(steering)
        .watchedBy((nowNanos, state) ->
            decisions.add(
                nowNanos,
                recording.takeAsked(),
                served(state),
                state.waiting(),
                state.lingeringThreads()))
        .run(recording, trace);
  }

  private static List<DecisionTrace.Served> served(Observer.State state) {
    return IntStream.range(0, state.running())
        .mapToObj(i ->
            new DecisionTrace.Served(
                state.index(i), state.degree(i), state.threads(i), state.isBoosted(i)))
        .toList();
  }

  TimedEngine engine(RandomGenerator random) {
    return engine(new RecordingPolicy(policy), List.of(), random);
  }

  TimedEngine engine(RecordingPolicy recording, List<PolicySwap> swaps, RandomGenerator random) {
    var options = new ArrayList<RequestOptions>();
    for (int i = 0; i < trace.size(); i++) {
      long demandNanos = Math.round(profile.timeMs(trace.request(i), 1) * 1e6);
      options.add(RequestOptions.NONE.predicted(predictor.prediction(i, demandNanos)));
    }
    var service = new TimedService(trace, profile, options, machine);
    return new TimedEngine(service, recording, swaps, random);
  }

  /** Both served each request at the same times. */
  static void checkTimes(SimulationResult outcome, TimedEngine engine) {
    for (int i = 0; i < outcome.requests(); i++) {
      Timeline timeline = engine.timeline(i);
      assertThat(timeline.responseNanos()).isEqualTo(outcome.latencyNanos(i));
      assertThat(timeline.waitNanos()).isEqualTo(outcome.waitNanos(i));
    }
  }
}
