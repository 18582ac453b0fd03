package org.curtail.papers.experiments;

import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.replicas.ReplicaChoice;
import org.curtail.replicas.ReplicaPauses;
import org.curtail.replicas.ReplicaSimulation;
import org.curtail.replicas.Replicas;
import org.curtail.replicas.ServiceTimes;
import org.curtail.sim.SyntheticProfiles;

/**
 * The services of the SingleR paper as formulas: ten servers in order of arrival, chosen at random.
 * The logs of its two systems are not public.
 */
final class ReissueWorkloads {
  static final int SERVERS = 10;

  private static final int ENTRIES = 20_000;

  /** Pareto of the paper's simulations: shape and least time. */
  private static final double SHAPE = 1.1;

  private static final double LEAST_MILLIS = 2;

  /** Share of the first call's time in the time of a copy, from the paper. */
  private static final double CORRELATED = 0.5;

  /** Mean and standard deviation of set intersections in Redis. */
  private static final double REDIS_MEAN_MILLIS = 2.37;

  private static final double REDIS_DEVIATION_MILLIS = 8.64;

  private ReissueWorkloads() {}

  /** Returns the service without queues, with independent times of copies. */
  static ReplicaScenario independent() {
    return new ReplicaScenario(
        "independent",
        service(Replicas.withoutQueues(SERVERS)),
        ServiceTimes.independent(pareto()),
        100);
  }

  /** Returns the service without queues, with correlated times of copies. */
  static ReplicaScenario correlated() {
    return new ReplicaScenario(
        "correlated",
        service(Replicas.withoutQueues(SERVERS)),
        ServiceTimes.added(pareto(), CORRELATED),
        100);
  }

  /**
   * Returns the service with correlated times and queues. The distribution of times is log-normal
   * instead of the paper's Pareto. Pareto has an infinite variance, so queues have no mean, and the
   * p99 depends on the longest requests of a seed.
   */
  static ReplicaScenario queueing(double load) {
    ServiceTimes times = ServiceTimes.added(logNormal(1, 1), CORRELATED);
    return ReplicaScenario.atLoad(
        named("queueing", load), service(Replicas.of(SERVERS, 1)), times, load);
  }

  /** Returns Redis: a heavy request delays many short ones, and is heavy on every replica. */
  static ReplicaScenario redis(double load) {
    return ReplicaScenario.atLoad(
        named("Redis", load), service(Replicas.of(SERVERS, 1)), redisTimes(), load);
  }

  /** Returns Lucene: requests differ less, and take the same time on every replica. */
  static ReplicaScenario lucene(double load) {
    return ReplicaScenario.atLoad(
        named("Lucene", load), service(Replicas.of(SERVERS, 1)), Lucene.TIMES, load);
  }

  /** Returns Lucene on replicas that each pause 4 % of their time, two seconds at once. */
  static ReplicaScenario pausing(double load) {
    return ReplicaScenario.atLoad(
        named("Lucene with pauses", load),
        service(Replicas.of(SERVERS, 1).pausing(ReplicaPauses.independent(0.04, 2000))),
        Lucene.TIMES,
        load);
  }

  /** Returns the name of a scenario under a load. */
  static String named(String service, double load) {
    return "%s at %.0f %%".formatted(service, 100 * load);
  }

  private static ReplicaSimulation service(Replicas replicas) {
    return ReplicaSimulation.of(replicas, ReplicaChoice.RANDOM);
  }

  private static double[] pareto() {
    return IntStream.range(0, ENTRIES)
        .mapToDouble(i -> LEAST_MILLIS * StrictMath.pow(1 - (i + 0.5) / ENTRIES, -1 / SHAPE))
        .toArray();
  }

  /** Returns the times, computed at the first call. */
  private static final class Lucene {
    static final ServiceTimes TIMES =
        ServiceTimes.repeated(SyntheticProfiles.luceneLike(ENTRIES, 1).ascendingMs(1), 1);
  }

  /** Returns log-normal times with mean and deviation of the paper's log. */
  private static ServiceTimes redisTimes() {
    double variation = REDIS_DEVIATION_MILLIS / REDIS_MEAN_MILLIS;
    double variance = StrictMath.log1p(variation * variation);
    double mu = StrictMath.log(REDIS_MEAN_MILLIS) - variance / 2;
    return ServiceTimes.repeated(logNormal(mu, StrictMath.sqrt(variance)), 1);
  }

  private static double[] logNormal(double mu, double sigma) {
    var random = new SplittableRandom(1);
    return IntStream.range(0, ENTRIES)
        .mapToDouble(i -> StrictMath.exp(mu + sigma * normal(random)))
        .toArray();
  }

  /** Returns normal numbers by Box and Muller, with the same bits on every machine. */
  private static double normal(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log1p(-random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
