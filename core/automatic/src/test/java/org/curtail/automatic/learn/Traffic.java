package org.curtail.automatic.learn;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;

/**
 * Requests of known demands and speedups, one after the other, each of some hundred chunks. Most
 * run on one thread; a share of them continues at a higher degree.
 */
public final class Traffic {
  /** Returns the speedup of a request of a demand at a degree. */
  public interface Truth {
    double speedup(int degree, double demandMs);
  }

  static final double MS = 1e6;

  final SplittableRandom random;
  final Truth truth;
  private final int[] degrees;
  private final double informative;

  /** Spread of the chunks of one request: standard deviation of a count over its root. */
  double chunkNoise = 0.5;

  private long nowNanos;

  /**
   * Returns traffic by the seed.
   *
   * @param informative share of the requests that continue at a higher degree
   */
  public Traffic(long seed, Truth truth, double informative, int... degrees) {
    random = new SplittableRandom(seed);
    this.truth = truth;
    this.informative = informative;
    this.degrees = degrees;
  }

  /** Amdahl's law, with a cost of each further thread. */
  static Truth law(double serial, double contention) {
    return (degree, demandMs) ->
        1 / (1.0 / degree + serial * (1 - 1.0 / degree) + contention * (degree - 1));
  }

  double logNormal(double medianMs, double sigma) {
    return medianMs * StrictMath.exp(sigma * gaussian());
  }

  double gaussian() {
    return StrictMath.sqrt(-2 * StrictMath.log(1 - random.nextDouble()))
        * StrictMath.cos(2 * StrictMath.PI * random.nextDouble());
  }

  /**
   * Returns a request of this demand, with all times multiplied by a factor, as on a slower
   * machine.
   */
  public Timeline request(double demandMs, DoubleUnaryOperator slower) {
    boolean tells = random.nextDouble() < informative;
    int degree = tells ? degrees[random.nextInt(degrees.length)] : 1;
    double before = tells ? 0.2 + 0.4 * random.nextDouble() : 1;
    int chunks = random.nextInt(200, 400);
    // A chunk counts when it is claimed. Half of one is unfinished when the degree changes.
    double underWay = tells ? 0.5 : 0;
    Timeline.Phase first = phase(1, before * demandMs, before * chunks + underWay, slower);
    Timeline.Phase second =
        phase(
            degree,
            (1 - before) * demandMs / truth.speedup(degree, demandMs),
            (1 - before) * chunks - underWay,
            slower);
    return timeline(tells ? new Timeline.Phase[] {first, second} : new Timeline.Phase[] {first});
  }

  public Timeline request(double demandMs) {
    return request(demandMs, ms -> ms);
  }

  private Timeline.Phase phase(int degree, double ms, double chunks, DoubleUnaryOperator slower) {
    long counted = Math.round(chunks + chunkNoise * Math.sqrt(chunks) * gaussian());
    return new Timeline.Phase(
        degree, Math.round(slower.applyAsDouble(ms) * MS), (int) Math.max(counted, 0));
  }

  private Timeline timeline(Timeline.Phase... path) {
    long nanos = Stream.of(path).mapToLong(Timeline.Phase::nanos).sum();
    nowNanos += nanos;
    return new Timeline(
        nowNanos - nanos,
        nowNanos - nanos,
        nowNanos,
        Stream.of(path).mapToLong(p -> p.degree() * p.nanos()).sum(),
        Stream.of(path).mapToInt(Timeline.Phase::degree).max().orElse(0),
        Stream.of(path).mapToInt(Timeline.Phase::chunks).sum(),
        List.of(path),
        Outcome.COMPLETED);
  }
}
