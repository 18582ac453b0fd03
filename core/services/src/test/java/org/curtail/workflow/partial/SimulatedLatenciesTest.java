package org.curtail.workflow.partial;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.energy.ControlledThresholds;
import org.curtail.energy.EnergyResult;
import org.curtail.energy.EnergySimulation;
import org.curtail.energy.LeastEnergy;
import org.curtail.energy.SpeedOpponents;
import org.curtail.energy.SpeedSteering;
import org.curtail.energy.ThresholdController;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;
import org.curtail.policy.FixedInterval;
import org.curtail.policy.OneThreadEach;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.CopyBudget;
import org.curtail.replicas.Reissuing;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.replicas.ReplicaPauses;
import org.curtail.replicas.ReplicaResult;
import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.ReplicaSimulation.FanOut;
import org.curtail.replicas.ReplicaTrace;
import org.curtail.replicas.Replicas;
import org.curtail.replicas.Replicas.Discipline;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.Noise;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.Predictor;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.Simulation;
import org.curtail.sim.Simulation.ClosedLoop;
import org.curtail.sim.SimulationResult;
import org.curtail.sim.Steering;
import org.curtail.sim.Trace;
import org.curtail.sim.Traces;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.testkit.Cases;
import org.curtail.workflow.PartialAnswer;
import org.curtail.workflow.StageTimes;
import org.curtail.workflow.StopRule;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.AnyWorkflow;
import org.curtail.workflow.load.WorkflowLoad;
import org.curtail.workflow.load.WorkflowLoadResult;
import org.curtail.workflow.load.WorkflowLoadResult.StageUse;
import org.curtail.workflow.load.WorkflowTraffic;
import org.curtail.workflow.partial.PartialAnswers.TimeThenFraction;
import org.curtail.workflow.partial.Visits.StopOutcome;
import org.curtail.workflow.simulate.WorkflowResult;
import org.curtail.workflow.simulate.WorkflowSimulation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * All simulators give the same bits as before. A file has a digest of latencies and other results
 * for each case. By default every third case runs, with {@code -Dlong} each. With {@code
 * -Dlatencies.accept}, the test writes the file instead, for an intended change of a simulation.
 */
class SimulatedLatenciesTest {
  private static final boolean IS_ACCEPTED = System.getProperty("latencies.accept") != null;
  private static final int STEP = IS_ACCEPTED ? 1 : Cases.count(3, 1);
  private static final List<Double> LOADS = List.of(0.3, 0.7, 1.1);
  private static final int MAX_DEGREE = 4;

  /** These have sharing and boosting of their own. */
  private static final Set<String> PREEMPTIVE =
      Set.of(
          "processor-sharing",
          "least-attained",
          "gittins",
          "tail-index",
          "tail-index-sharing",
          "tail-index-gittins-W");

  private static final Costs COSTS =
      new Costs(20_000, 300_000)
          .withClaimNanos(7_001)
          .withOverheadPerThread(0.02)
          .withSpeculation()
          .withSwitchNanos(15_000);

  private static final Noise NOISE = new Noise(40_000_000, 3_000_000, true, 5);

  private static final List<ReplicaChoice> CHOICES =
      List.of(
          ReplicaChoice.RANDOM,
          ReplicaChoice.ROUND_ROBIN,
          ReplicaChoice.TWO_CHOICES,
          ReplicaChoice.SHORTEST_QUEUE,
          ReplicaChoice.C3,
          ReplicaChoice.PREQUAL);

  private static final List<Cancellation> CANCELLATIONS =
      List.of(
          Cancellation.NONE,
          Cancellation.AT_ONCE,
          new Cancellation.WhenAnswered(0.5, 1),
          new Cancellation.WhenAnswered(2, 0));

  /** Number of requests per run. */
  private int requests = 50;

  /** The name of each case, with a digest for each of its columns. */
  private final List<String> lines = new ArrayList<>();

  private int cases;

  @Test
  void eachRunHasTheSameBitsAsEver() {
    check("simulated-latencies.txt");
  }

  @Test
  @Tag("long")
  void longRunsHaveThemToo() {
    requests = 300;
    check("simulated-latencies-long.txt");
  }

  private void check(String file) {
    policies();
    loops();
    energy();
    threads();
    replicas();
    workflows();
    workflowsWithoutQueues();
    if (IS_ACCEPTED) {
      write(file);
    }
    List<String> recorded = recorded(file);
    assertThat(recorded).hasSize(cases);
    assertThat(lines)
        .filteredOn(line -> !recorded.contains(line))
        .as("cases that have other bits than those in %s", file)
        .isEmpty();
  }

  private void write(String file) {
    Path folder = Path.of(System.getProperty("basedir", ""), "src/test/resources/org/curtail");
    try {
      Files.write(folder.resolve("workflow/partial").resolve(file), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<String> recorded(String file) {
    if (IS_ACCEPTED) {
      return lines;
    }
    try (InputStream in = getClass().getResourceAsStream(file)) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void line(String name, Stream<Digest> columns) {
    if (cases++ % STEP == 0) {
      lines.add(name + columns.map(digest -> " " + digest.text()).reduce("", String::concat));
    }
  }

  /** Of bits, in their order. */
  private static final class Digest {
    private final MessageDigest sha;

    Digest() {
      try {
        sha = MessageDigest.getInstance("SHA-256");
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e);
      }
    }

    Digest add(long bits) {
      sha.update(ByteBuffer.allocate(Long.BYTES).putLong(bits).array());
      return this;
    }

    Digest add(double value) {
      return add(Double.doubleToLongBits(value));
    }

    Digest add(double[] values) {
      for (double value : values) {
        add(value);
      }
      return this;
    }

    String text() {
      return HexFormat.of().formatHex(sha.digest(), 0, 5);
    }
  }

  // ---- One service: sim.

  /** Requests with times of their own, and policies for them. */
  private static final class Service {
    final Profile profile;
    final Policies.Ingredients ingredients;
    final Trace trace;

    Service(int requests, int cores, double load) {
      var random = new SplittableRandom(cores);
      double[][] timesMs = new double[requests][MAX_DEGREE];
      for (double[] times : timesMs) {
        double unit = random.nextDouble();
        times[0] = 2 + 60 * unit * unit * unit;
        for (int degree = 2; degree <= MAX_DEGREE; degree++) {
          times[degree - 1] = times[degree - 2] * random.nextDouble((degree - 1.0) / degree, 1.02);
        }
      }
      profile = Profile.of("drawn", timesMs);
      ingredients =
          new Policies.Ingredients(Optional.of(profile), Optional.of(table(random, cores)));
      double perSecond = load * cores * 1000 / profile.meanMs(1);
      trace = Traces.draw(new PoissonArrivals(perSecond), profile, requests, cores);
    }

    private static IntervalTable table(RandomGenerator random, int cores) {
      var rows = new ArrayList<IntervalTable.Row>();
      for (int load = 1; load <= 6; load++) {
        List<Double> startsMs =
            random.doubles(MAX_DEGREE, 0, 6 * load).map(Math::rint).sorted().boxed().toList();
        rows.add(new IntervalTable.Row(load, startsMs, 0, 0, 0));
      }
      List<Integer> degrees = IntStream.rangeClosed(1, MAX_DEGREE).boxed().toList();
      return new IntervalTable(cores, 4, MAX_DEGREE, 99, 1, degrees, rows, 4);
    }

    Policy policy(String name) {
      return Policies.named(name, ingredients);
    }
  }

  /** Replaces the capital letters of a name by numbers. */
  private static String numbered(String pattern) {
    return pattern
        .replace("D-T-E", "5-20-10")
        .replace("tpc-E", "tpc-10-20")
        .replaceAll("-N", "-3")
        .replaceAll("-[A-Z]", "-20");
  }

  private static Predictor predictor(String pattern) {
    return Policies.needs(pattern).contains(Need.DEMAND)
        ? Predictor.CLAIRVOYANT
        : Predictor.noisy(0.5, 3);
  }

  private static void add(Digest digest, SimulationResult result, int cores) {
    for (int i = 0; i < result.requests(); i++) {
      digest.add(result.latencyNanos(i)).add(result.waitNanos(i));
    }
    digest
        .add(result.endNanos())
        .add(result.unfinished())
        .add(result.meanMs())
        .add(result.percentileMs(99))
        .add(result.utilisation(cores))
        .add(result.wastedShare())
        .add(result.meanDegree())
        .add(result.meanThreads());
  }

  /** Runs each policy of the registry with and without boosting, sharing, costs and noise. */
  private void policies() {
    for (String name : Policies.names()) {
      for (String addition : additions(name)) {
        String policy = numbered(name) + addition;
        line(
            policy,
            Stream.of(
                    new Machine(1, Costs.NONE),
                    new Machine(1, COSTS),
                    new Machine(1, Costs.NONE, NOISE),
                    new Machine(1, COSTS, NOISE))
                .map(machine -> policy(policy, machine)));
      }
    }
  }

  private static List<String> additions(String name) {
    return PREEMPTIVE.contains(name)
        ? List.of("", Policies.BOOSTING)
        : List.of("", Policies.BOOSTING, Policies.SHARING);
  }

  private Digest policy(String name, Machine like) {
    var digest = new Digest();
    for (int cores : new int[] {2, 6}) {
      var machine = new Machine(cores, like.costs(), like.noise());
      for (double load : LOADS) {
        var service = new Service(requests, cores, load);
        add(
            digest,
            new Simulation(service.profile, machine)
                .predictedBy(predictor(name))
                .run(service.policy(name), service.trace),
            cores);
      }
    }
    return digest;
  }

  /** Runs with waiting clients, aborted runs, and changes of the policy. */
  private void loops() {
    var service = new Service(2 * requests, 4, 0.8);
    var simulation =
        new Simulation(service.profile, new Machine(4, COSTS, NOISE))
            .predictedBy(Predictor.noisy(0.5, 3));
    for (String name : List.of("sequential", "few-to-many", "tail-index", "gittins+boosting")) {
      line(
          "loops:" + name,
          Stream.of(
                  simulation.run(service.policy(name), service.trace, new ClosedLoop(7, 2, 9)),
                  simulation.givingUpBeyond(8).run(service.policy(name), service.trace),
                  simulation.steeredBy(new Turns(service)).run(service.policy(name), service.trace))
              .map(result -> {
                var digest = new Digest();
                add(digest, result, 4);
                return digest;
              }));
    }
  }

  /** Changes to another policy every 10 ms. */
  private static final class Turns implements Steering {
    private final List<Policy> policies;
    private long nextNanos = 100_000_000;
    private int ends;

    Turns(Service service) {
      policies =
          Stream.of("fixed-3", "tail-index-malleable", "least-attained", "few-to-many+boosting")
              .map(service::policy)
              .toList();
    }

    @Override
    public void arrived(long arrivalNanos) {}

    @Override
    public void ended(SimulatedEnd end) {
      ends += end.path().size() + end.preemptions();
    }

    @Override
    public long nextNanos() {
      return nextNanos;
    }

    @Override
    public Policy at(long nowNanos) {
      nextNanos = nowNanos + 10_000_000;
      return policies.get(ends % policies.size());
    }
  }

  // ---- Classes of speed: energy.

  private static List<SpeedMachine> machines() {
    SpeedMachine cores =
        SpeedMachine.ofCores(
            new SpeedClass("slow", 3, 0.4, 1, 0.2),
            new SpeedClass("middle", 1, 0.7, 2, 0.3),
            new SpeedClass("fast", 2, 1, 5, 0.5));
    SpeedMachine clocks =
        SpeedMachine.ofClocks(
            new SpeedClass("slow", 4, 0.5, 1, 0.2),
            new SpeedClass("middle", 4, 0.75, 2.5, 0.2),
            new SpeedClass("fast", 4, 1, 6, 0.2));
    return Stream.of(cores, clocks)
        .flatMap(machine ->
            Stream.of(
                machine,
                machine.movingAt(150_000, 0.01).withUnscaledShare(0.2),
                machine.withBudgetWatts(12)))
        .toList();
  }

  private void energy() {
    for (String name :
        List.of(
            "slow-to-fast",
            "all-slow",
            "all-fast",
            "tail-first",
            "predicted-long",
            "rubik",
            "pegasus",
            "controlled")) {
      line("energy:" + name, machines().stream().map(machine -> energy(name, machine)));
    }
  }

  private Digest energy(String name, SpeedMachine machine) {
    var digest = new Digest();
    for (double load : LOADS) {
      var service = new Service(5 * requests, 4, load * 0.7);
      add(
          digest,
          new EnergySimulation(service.profile, machine, Predictor.noisy(0.5, 3))
              .run(steering(name, service.profile, machine), service.trace));
    }
    return digest;
  }

  private static SpeedSteering steering(String name, Profile profile, SpeedMachine machine) {
    return switch (name) {
      case "pegasus" -> SpeedOpponents.pegasus(machine, 100, 95, 200_000_000, 5);
      case "controlled" -> {
        LeastEnergy least = LeastEnergy.of(profile, machine, 95);
        yield new ControlledThresholds(
            new ThresholdController(120, 90, 0.5, 0.75, least.shortestMs(), least.longestMs(), 10),
            least,
            300_000_000);
      }
      default -> SpeedSteering.steady(speeds(name, profile, machine));
    };
  }

  private static SpeedPolicy speeds(String name, Profile profile, SpeedMachine machine) {
    return switch (name) {
      case "slow-to-fast" -> SlowToFast.of(5_000_000L, 20_000_000L);
      case "all-slow" -> SpeedPolicy.allSlow();
      case "all-fast" -> SpeedPolicy.allFast(machine);
      case "tail-first" -> SpeedOpponents.tailFirst();
      case "predicted-long" -> SpeedOpponents.predictedLong(20_000_000, 0);
      case "rubik" -> SpeedOpponents.rubik(profile, 95, 250);
      default -> throw new IllegalArgumentException(name);
    };
  }

  private static void add(Digest digest, EnergyResult result) {
    for (int i = 0; i < result.requests(); i++) {
      digest.add(result.latencyNanos(i)).add(result.waitNanos(i));
    }
    result.account().busyNanos().forEach(digest::add);
    digest
        .add(result.account().endNanos())
        .add(result.account().moves())
        .add(result.joulesPerRequest())
        .add(result.meanMs())
        .add(result.percentileMs(99));
  }

  private void threads() {
    for (String name :
        List.of("slow-to-fast", "all-slow", "all-fast", "tail-first", "predicted-long", "rubik")) {
      for (String policy : List.of("sequential", "interval", "attained", "index", "malleable")) {
        line(
            "threads:%s:%s".formatted(name, policy),
            machines().stream().map(machine -> threads(name, policy, machine)));
      }
    }
  }

  private Digest threads(String name, String policy, SpeedMachine machine) {
    var digest = new Digest();
    for (double load : LOADS) {
      var service = new Service(requests, 4, load * 0.7);
      add(
          digest,
          new EnergySimulation(service.profile, machine, Predictor.noisy(0.5, 3))
              .run(
                  switch (policy) {
                    case "sequential" -> new Sequential();
                    case "interval" -> new FixedInterval(5, MAX_DEGREE);
                    case "attained" -> OneThreadEach.leastAttained();
                    case "index" -> TailIndex.queueing(service.profile);
                    default -> TailIndex.queueing(service.profile).malleable();
                  },
                  speeds(name, service.profile, machine),
                  service.trace));
    }
    return digest;
  }

  // ---- Replicated servers: replicas.

  private void replicas() {
    List<Reissuing> reissuings =
        List.of(
            Reissuing.NONE,
            new Reissuing.Planned(ReissuePolicy.singleD(6)),
            new Reissuing.Planned(ReissuePolicy.singleR(4, 0.5)),
            new Reissuing.Planned(
                new ReissuePolicy(
                    List.of(new Reissue(0, 0.5), new Reissue(3, 1), new Reissue(3, 0.5)))),
            new Reissuing.AfterPercentile(90, 20),
            new Reissuing.Tied(0),
            new Reissuing.Tied(0.5),
            Reissuing.LAEDGE);
    for (int i = 0; i < reissuings.size(); i++) {
      for (Discipline discipline : Discipline.values()) {
        boolean shares = discipline == Discipline.PROCESSOR_SHARING;
        var any = new SplittableRandom(31L * i + (shares ? 1 : 0));
        Reissuing reissuing = reissuings.get(i);
        line(
            "replicas:%d-%s:%s"
                .formatted(i, reissuing.getClass().getSimpleName(), shares ? "shared" : "queue"),
            CHOICES.stream().map(choice -> replicas(reissuing, discipline, choice, any)));
      }
    }
  }

  private static <T> T any(SplittableRandom random, List<T> values) {
    return values.get(random.nextInt(values.size()));
  }

  private static ServiceTimes serviceTimes(int kind) {
    var random = new SplittableRandom(kind);
    double[] first = new double[50];
    double[] second = new double[50];
    for (int i = 0; i < first.length; i++) {
      // Many alike, some of nothing, some very long.
      first[i] = random.nextInt(10) == 0 ? 100 : random.nextInt(8);
      second[i] = 8 * random.nextDouble();
    }
    return switch (kind) {
      case 0 -> ServiceTimes.paired(first, second);
      case 1 -> ServiceTimes.repeated(first, 0.5);
      case 2 -> ServiceTimes.added(second, 0.5);
      default -> ServiceTimes.independent(first);
    };
  }

  private Digest replicas(
      Reissuing reissuing, Discipline discipline, ReplicaChoice choice, SplittableRandom any) {
    var digest = new Digest();
    for (double load : LOADS) {
      int count = 2 + any.nextInt(4);
      Replicas replicas =
          Replicas.of(count, 1 + any.nextInt(3))
              .serving(discipline)
              .withSlow(any.nextInt(2), 3)
              .pausing(
                  any(
                      any,
                      List.of(
                          ReplicaPauses.NONE,
                          new ReplicaPauses(0.1, 30, false, true),
                          new ReplicaPauses(0.2, 20, true, false))));
      ReplicaSimulation simulation =
          new ReplicaSimulation(
              replicas,
              choice,
              reissuing,
              any(
                  any,
                  List.of(
                      CopyBudget.UNLIMITED,
                      CopyBudget.UNLIMITED,
                      new CopyBudget.TokenBucket(0.1, 5),
                      new CopyBudget.Guarded(new CopyBudget.TokenBucket(0.1, 5), 0.05))),
              any(any, CANCELLATIONS),
              any(any, List.of(FanOut.NONE, new FanOut(3, 1), new FanOut(4, 0.6))));
      ServiceTimes times = serviceTimes(any.nextInt(4));
      ReplicaTrace trace =
          ReplicaTrace.draw(
              new PoissonArrivals(simulation.perSecond(0.9 * load, times)),
              times,
              4 * requests,
              any.nextLong());
      ReplicaResult result = simulation.run(trace);
      digest.add(result.latenciesMillis());
      for (int call = 0; call < result.calls(); call++) {
        digest.add(result.attempts(call)).add(result.winner(call));
      }
      digest
          .add(result.utilisation())
          .add(result.wastedShare())
          .add(result.suppressed())
          .add(result.keptUp() ? 1 : 0)
          .add(result.meanMillis())
          .add(result.percentileMillis(99));
    }
    return digest;
  }

  // ---- Several services: workflow.

  /** Runs any workflows, plans and servers, with and without catch-up. */
  private void workflows() {
    for (ReplicaChoice choice : CHOICES.subList(0, 4)) {
      for (int c = 0; c < CANCELLATIONS.size(); c++) {
        Cancellation cancellation = CANCELLATIONS.get(c);
        line(
            "workflow:%s:%d".formatted(choice.name(), c),
            LOADS.stream()
                .flatMap(load ->
                    Stream.of(
                        workflows(choice, cancellation, load, false),
                        workflows(choice, cancellation, load, true))));
      }
    }
  }

  private Digest workflows(
      ReplicaChoice choice, Cancellation cancellation, double load, boolean catchesUp) {
    var digest = new Digest();
    for (int seed = 0; seed < 8; seed++) {
      var any = new AnyWorkflow(seed);
      Workflow workflow = any.workflow();
      WorkflowPlan plan = any.plan(workflow);
      if (catchesUp) {
        plan = any.catchingUp(plan, any.catchUp(workflow, true));
      }
      WorkflowLoad servers =
          any.load(workflow)
              .choosing(choice)
              .cancelling(cancellation)
              .catchingUpWithin(seed % 2 == 0 ? Double.POSITIVE_INFINITY : 0.1);
      double perSecond = Math.min(1000, servers.perSecond(0.9 * load));
      WorkflowLoadResult result =
          servers.run(plan, WorkflowTraffic.poisson(perSecond, requests, seed));
      digest
          .add(result.latenciesMillis())
          .add(result.budgetUsed())
          .add(result.loss())
          .add(result.utilisation())
          .add(result.wastedShare())
          .add(result.catchUp().lateShare())
          .add(result.catchUp().cost())
          .add(result.catchUp().extraThreadShare())
          .add(result.catchUp().refusedShare())
          .add(result.keptUp() ? 1 : 0)
          .add(result.meanMillis())
          .add(result.percentileMillis(99));
      for (int stage = 0; stage < workflow.stages().size(); stage++) {
        StageUse use = result.stage(stage);
        digest
            .add(use.visits())
            .add(use.reissueFraction())
            .add(use.utilisation())
            .add(use.meanWaitMillis())
            .add(use.meanMillis())
            .add(use.loss());
        StageTimes seen = result.seen().stages().get(stage).times();
        IntStream.range(0, seen.size()).mapToDouble(seen::firstMillis).forEach(digest::add);
      }
    }
    return digest;
  }

  private void workflowsWithoutQueues() {
    line(
        "without-queues",
        IntStream.range(0, 8)
            .mapToObj(seed -> {
              var any = new AnyWorkflow(seed);
              Workflow workflow = any.workflow();
              WorkflowPlan plan = any.catchingUp(any.plan(workflow), any.catchUp(workflow, false));
              WorkflowResult result = WorkflowSimulation.of(workflow, 5 * requests, seed).run(plan);
              return new Digest()
                  .add(result.latenciesMillis())
                  .add(result.meanMillis())
                  .add(result.varianceMillisSquared())
                  .add(result.percentileMillis(99))
                  .add(result.budgetUsed())
                  .add(result.loss());
            }));
    StageTimes upstream = StageTimes.independent(new double[] {1, 2, 3, 5, 8, 13});
    List<StopRule> rules =
        List.of(
            new PartialAnswer(20, 5, 0.6),
            PartialAnswer.waitForFraction(0.7),
            new TimeThenFraction(5, 0.8),
            Cedar.of(20, upstream));
    line(
        "stop-rules",
        rules.stream()
            .map(rule -> {
              var digest = new Digest();
              for (int seed = 0; seed < 8; seed++) {
                StopOutcome outcome =
                    RandomVisits.draw(new SplittableRandom(seed), requests, 20).under(rule);
                digest
                    .add(outcome.latenciesMillis())
                    .add(outcome.meanMillis())
                    .add(outcome.varianceMillisSquared())
                    .add(outcome.percentileMillis(95))
                    .add(outcome.loss());
              }
              return digest;
            }));
  }
}
