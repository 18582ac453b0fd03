package org.curtail.papers.experiments;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.curtail.Policy;
import org.curtail.Profile;
import org.curtail.benchkit.policyruns.Contender;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Ingredients;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.sim.Costs;
import org.curtail.sim.Machine;
import org.curtail.sim.SyntheticProfiles;

/**
 * Bing on 12 cores with up to six threads a request (Jeon et al.: Adaptive Parallelism for Web
 * Search, EuroSys 2013, section 6). Bing's profile is not public; {@link
 * SyntheticProfiles#bingLike2012WithSerialParts} is fitted to the statements of the paper.
 *
 * <p>The load of the policies is the number of waiting requests, as in the paper. {@link InSystem}
 * is another reading of the paper, also measured.
 */
final class AdaptiveBing extends Experiment {
  static final String ADAPTIVE = "adaptive";
  static final String SEQUENTIAL = "sequential";

  /** Name of Binary under both readings of the load. */
  static final String BINARY = "binary-";

  static final int MAX_DEGREE = 6;
  static final List<Integer> LINEAR = List.of(1, 5, 10, 20);
  static final List<Double> RATES =
      IntStream.rangeClosed(1, 10).mapToObj(tens -> (Double) (10.0 * tens)).toList();

  private static final int CORES = 12;
  private static final int PROFILED = 20_000;
  private static final List<Double> FEW_RATES = List.of(10.0, 30.0, 50.0, 60.0, 70.0, 90.0);

  /**
   * Binary's threshold: the mean load of sequential at 50 requests/s. There hardly any request
   * waits, and four are in the system.
   */
  private static final int WAITING_AT_50 = 1;

  private static final int IN_SYSTEM_AT_50 = 4;

  /** A query of 87 ms visits 117 chunks (section 6.1). */
  private static final long CHUNK_NANOS = 744_000;

  AdaptiveBing() {
    super(
        "adaptive-bing",
        "Adaptive parallelism (Jeon et al., EuroSys 2013), Bing on 12 cores: Figures 9, 10, 12 and 13 and Table 1");
  }

  @Override
  Findings run(ScenarioRunner runner) throws InterruptedException {
    Profile profile = SyntheticProfiles.bingLike2012WithSerialParts(PROFILED);
    Machine machine = Machine.ofCores(CORES);
    List<Contender.Fixed> fixed = fixed();
    List<Measurements> measured = runner.measure(scenarios(profile, machine, fixed));
    ChangingLoad changing =
        ChangingLoad.measure(
            runner,
            profile,
            machine,
            Map.of(
                SEQUENTIAL,
                fixed.getFirst(),
                ADAPTIVE,
                new Contender.Fixed(ADAPTIVE, Adaptive.of(profile)),
                ADAPTIVE + ", load in system",
                new Contender.Fixed(ADAPTIVE, new InSystem(Adaptive.of(profile)))));
    return new Findings(
        measured.getFirst(),
        measured.subList(1, measured.size()),
        AdaptiveBingFigures.of(measured.getFirst(), measured.get(1), changing),
        AdaptiveBingClaims.of(measured.getFirst(), measured.get(1), measured.getLast(), changing),
        null,
        settings());
  }

  private static List<Scenario> scenarios(
      Profile profile, Machine machine, List<Contender.Fixed> fixed) {
    List<Contender.Fixed> letter =
        Stream.concat(
                Stream.concat(fixed.stream(), Stream.of(tailIndex(profile))),
                schemes(profile, WAITING_AT_50).stream())
            .toList();
    List<Contender.Fixed> inSystem =
        schemes(profile, IN_SYSTEM_AT_50).stream()
            .map(policy -> new Contender.Fixed(policy.name(), new InSystem(policy.policy())))
            .toList();
    return List.of(
        new Scenario(
            "as in the paper",
            "the load is the number of requests that wait; ideal cores",
            profile,
            machine,
            letter,
            RATES),
        new Scenario(
            "load in system",
            "the load is the number of all other requests, running ones too",
            profile,
            machine,
            Stream.concat(fixed.stream(), inSystem.stream()).toList(),
            RATES),
        new Scenario(
            "threads busy in serial parts",
            "all threads of a request are busy to its end, in its serial part too; load in system",
            profile.withSerialMs(new double[profile.requests()]),
            machine,
            Stream.concat(fixed.stream(), inSystem.stream())
                .filter(policy -> List.of(SEQUENTIAL, "fixed-3", ADAPTIVE).contains(policy.name()))
                .toList(),
            List.of(30.0, 50.0, 60.0)),
        new Scenario(
            "speculative chunks",
            "threads finish the chunk at hand, of 0.74 ms, after their query has ended",
            profile,
            new Machine(CORES, new Costs(0, CHUNK_NANOS).withSpeculation()),
            letter.stream()
                .filter(policy ->
                    List.of(SEQUENTIAL, "fixed-3", "fixed-6", ADAPTIVE).contains(policy.name()))
                .toList(),
            FEW_RATES));
  }

  private static List<Contender.Fixed> fixed() {
    var policies = new ArrayList<Contender.Fixed>();
    policies.add(new Contender.Fixed(SEQUENTIAL, new TwoWorkersPerCore(new Sequential())));
    for (int degree = 2; degree <= MAX_DEGREE; degree++) {
      policies.add(
          new Contender.Fixed("fixed-" + degree, new TwoWorkersPerCore(new FixedDegree(degree))));
    }
    return policies;
  }

  private static Contender.Fixed named(String name, Profile profile) {
    return new Contender.Fixed(
        name, Policies.named(name, new Ingredients(Optional.of(profile), Optional.empty())));
  }

  private static List<Contender.Fixed> schemes(Profile profile, int binaryThreshold) {
    var policies = new ArrayList<Contender.Fixed>();
    policies.add(new Contender.Fixed(ADAPTIVE, Adaptive.of(profile)));
    policies.add(named("binary-" + binaryThreshold, profile));
    for (int threshold : LINEAR) {
      policies.add(named("linear-" + threshold, profile));
    }
    return policies;
  }

  private static Contender.Fixed tailIndex(Profile profile) {
    Policy policy =
        Policies.named(
            "tail-index", new Policies.Ingredients(Optional.of(profile), Optional.empty()));
    return new Contender.Fixed("tail-index", policy);
  }

  private static Map<String, Object> settings() {
    var settings = new LinkedHashMap<String, Object>();
    settings.put("workers", "24: a request starts while fewer threads are active");
    settings.put(
        "binary",
        "switches after 50 queries in a row with fewer, or more, than %d waiting, or %d in the system"
            .formatted(WAITING_AT_50, IN_SYSTEM_AT_50));
    settings.put(
        "demand", "synthetic, fitted to what the paper states; its own profile is not public");
    return settings;
  }
}
