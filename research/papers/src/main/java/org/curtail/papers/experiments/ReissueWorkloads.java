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
 * The services of the SingleR paper, as formulas: ten servers that serve in order of arrival,
 * chosen at random. The logs of its two systems are not public.
 */
final class ReissueWorkloads {
  static final int SERVERS = 10;

  private static final int ENTRIES = 20_000;

  /** Pareto of the paper's simulations: shape and least time. */
  private static final double SHAPE = 1.1;

  private static final double LEAST_MILLIS = 2;

  /** A copy takes half of the first one's time more than an independent one: the paper's ratio. */
  private static final double CORRELATED = 0.5;

  /** Mean and standard deviation of set intersections in Redis. */
  private static final double REDIS_MEAN_MILLIS = 2.37;

  private static final double REDIS_DEVIATION_MILLIS = 8.64;

  private ReissueWorkloads() {}

  /** Without queues; the times of copies are independent. */
  static ReplicaScenario independent() {
    return new ReplicaScenario(
        "independent",
        service(Replicas.withoutQueues(SERVERS)),
        ServiceTimes.independent(pareto()),
        100);
  }

  /** Without queues; the times of copies are correlated. */
  static ReplicaScenario correlated() {
    return new ReplicaScenario(
        "correlated",
        service(Replicas.withoutQueues(SERVERS)),
        ServiceTimes.added(pareto(), CORRELATED),
        100);
  }

  /**
   * Correlated, on servers with queues. Log-normal instead of the paper's Pareto, whose variance is
   * infinite: with it queues have no mean, and a p99 says no more than which of the longest
   * requests a seed has drawn.
   */
  static ReplicaScenario queueing(double load) {
    ServiceTimes times = ServiceTimes.added(logNormal(1, 1), CORRELATED);
    return ReplicaScenario.atLoad(
        named("queueing", load), service(Replicas.of(SERVERS, 1)), times, load);
  }

  /** Redis: one heavy request holds up many short ones; it is as heavy on every replica. */
  static ReplicaScenario redis(double load) {
    return ReplicaScenario.atLoad(
        named("Redis", load), service(Replicas.of(SERVERS, 1)), redisTimes(), load);
  }

  /** Lucene: requests differ less; they take as long on every replica. */
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

  /** The name of a scenario under a load. */
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

  /** Made once, when it is first asked for. */
  private static final class Lucene {
    static final ServiceTimes TIMES =
        ServiceTimes.repeated(SyntheticProfiles.luceneLike(ENTRIES, 1).ascendingMs(1), 1);
  }

  /** Log-normal with mean and deviation of the paper's log. */
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

  /** By Box and Muller, with the same bits on every machine. */
  private static double normal(SplittableRandom random) {
    double radius = StrictMath.sqrt(-2 * StrictMath.log1p(-random.nextDouble()));
    return radius * StrictMath.cos(2 * Math.PI * random.nextDouble());
  }
}
