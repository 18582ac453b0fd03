package org.curtail.replicas;

import java.util.Arrays;
import java.util.stream.DoubleStream;
import org.curtail.reissue.times.NearestPairs;

/**
 * Service times of requests, without waiting, drawn from a log with equal probabilities. Immutable.
 */
public final class ServiceTimes {
  private final double[] firstMillis;

  /** Second time of each entry of the log; empty without pairs. */
  private final double[] secondMillis;

  private final Coupling coupling;

  private ServiceTimes(double[] firstMillis, double[] secondMillis, Coupling coupling) {
    this.firstMillis = checked(firstMillis);
    this.secondMillis = checked(secondMillis);
    this.coupling = coupling;
  }

  private static double[] checked(double[] millis) {
    for (int i = 0; i < millis.length; i++) {
      if (!(millis[i] >= 0) || Double.isInfinite(millis[i])) {
        throw new IllegalArgumentException(
            "service times must be finite and at least 0: entry %d is %s ms"
                .formatted(i, millis[i]));
      }
    }
    return millis.clone();
  }

  /**
   * Returns times of a log. A copy repeats the original's time with a probability; otherwise its
   * time is independent. At probability 1, a copy is useful only if the original waits or pauses.
   *
   * @param millis at least one time; finite, at least 0; copied
   * @param probability 0 to 1
   */
  public static ServiceTimes repeated(double[] millis, double probability) {
    return of(millis, new Coupling.Repeated(probability));
  }

  /**
   * Returns times of a log. The time of a copy is {@code Y = ratio X + Z}: a share of the
   * original's time plus an independent time. The SingleR paper (Kaler, He, Elnikety, SPAA'17)
   * calls this the correlated workload.
   *
   * @param millis at least one time; finite, at least 0; copied
   * @param ratio finite, at least 0
   */
  public static ServiceTimes added(double[] millis, double ratio) {
    return of(millis, new Coupling.Added(ratio));
  }

  private static ServiceTimes of(double[] millis, Coupling coupling) {
    if (millis.length == 0) {
      throw new IllegalArgumentException("service times need at least one value");
    }
    return new ServiceTimes(millis, new double[0], coupling);
  }

  /**
   * Returns times of a log. The time of a copy is independent of the original's.
   *
   * @param millis at least one time; finite, at least 0; copied
   */
  public static ServiceTimes independent(double[] millis) {
    return of(millis, Coupling.INDEPENDENT);
  }

  /**
   * Returns pairs of a log. The first copy has the second time of the original's pair. Later copies
   * have independent second times.
   *
   * @param firstMillis at least one time; finite, at least 0; copied
   * @param secondMillis second times of the same requests; copied
   */
  public static ServiceTimes paired(double[] firstMillis, double[] secondMillis) {
    if (firstMillis.length == 0 || firstMillis.length != secondMillis.length) {
      throw new IllegalArgumentException(
          "pairs need as many first as second times, at least one: %d and %d"
              .formatted(firstMillis.length, secondMillis.length));
    }
    return new ServiceTimes(firstMillis, secondMillis, Coupling.INDEPENDENT);
  }

  /**
   * Returns pairs of a log in which most requests have no copy. Requests without a copy get the
   * second time of the nearest pair, by {@link NearestPairs}.
   *
   * @param aloneMillis times of requests without a copy; copied
   * @param firstMillis original times of requests with a copy: at least one; finite, at least 0;
   *     copied
   * @param secondMillis second times of the same requests; copied
   */
  public static ServiceTimes probed(
      double[] aloneMillis, double[] firstMillis, double[] secondMillis) {
    ServiceTimes pairs = paired(firstMillis, secondMillis);
    double[] ofAlone = NearestPairs.secondMillis(checked(aloneMillis), firstMillis, secondMillis);
    return paired(joined(pairs.firstMillis, aloneMillis), joined(pairs.secondMillis, ofAlone));
  }

  private static double[] joined(double[] some, double[] more) {
    return DoubleStream.concat(Arrays.stream(some), Arrays.stream(more)).toArray();
  }

  /** Returns the mean time of originals. */
  public double meanMillis() {
    return Arrays.stream(firstMillis).average().orElseThrow();
  }

  /**
   * Returns the time of an attempt.
   *
   * @param picks draws of the entries of the log
   * @param couples draws that decide whether a copy repeats the original's time
   * @param call index of the call
   * @param attempt 0 for the original
   */
  double millis(ReplicaRandom picks, ReplicaRandom couples, int call, int attempt) {
    double first = firstMillis[pick(picks, call, 0)];
    if (attempt == 0) {
      return first;
    }
    if (secondMillis.length > 0) {
      // The first copy has the second time of the pair. Later copies are independent.
      return secondMillis[pick(picks, call, attempt == 1 ? 0 : attempt)];
    }
    return switch (coupling) {
      case Coupling.Independent independent -> firstMillis[pick(picks, call, attempt)];
      case Coupling.Repeated repeated ->
          couples.unit(call, attempt) < repeated.probability()
              ? first
              : firstMillis[pick(picks, call, attempt)];
      case Coupling.Added added -> added.ratio() * first + firstMillis[pick(picks, call, attempt)];
    };
  }

  private int pick(ReplicaRandom picks, int call, int attempt) {
    return picks.below(firstMillis.length, call, attempt);
  }

  /** Dependence of a copy's service time on the original's. */
  private sealed interface Coupling {
    /** An independent draw from the same log. */
    Coupling INDEPENDENT = new Independent();

    record Independent() implements Coupling {}

    /**
     * The original's time with a probability, otherwise an independent draw. So copies have the
     * distribution of the log, and the correlation equals the probability.
     *
     * @param probability 0 to 1
     */
    @SuppressWarnings("EffectivelyPrivate") // records of an interface are public
    record Repeated(double probability) implements Coupling {
      public Repeated {
        if (!(probability >= 0 && probability <= 1)) {
          throw new IllegalArgumentException("probability must be from 0 to 1: " + probability);
        }
      }
    }

    /**
     * An independent draw plus a share of the original's time: {@code Y = ratio X + Z}. Copies are
     * then slower than originals on average.
     *
     * @param ratio finite, at least 0
     */
    @SuppressWarnings("EffectivelyPrivate")
    record Added(double ratio) implements Coupling {
      public Added {
        if (!(ratio >= 0) || Double.isInfinite(ratio)) {
          throw new IllegalArgumentException("ratio must be finite and at least 0: " + ratio);
        }
      }
    }
  }
}
