package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * Theorem 1 of the Few-to-Many paper (appendix A): with speedups below linear and a limit on the
 * tail, a policy with the least use of cores never takes threads away. The oracle cuts the work of
 * the tail into pieces, gives each piece any degree, and runs request by request through them.
 */
class FewToManyTheoremPropertyTest {
  private static final int PIECES = 6;
  private static final int MOST_THREADS = 3;
  private static final double ROUNDING = 1e-9;

  /**
   * A random service.
   *
   * @param pieces pieces of work of each request; the tail's request has {@link #PIECES}
   * @param speedups speedup at each degree; each degree is less efficient than the one before
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Service(int[] pieces, double[] speedups) {
    static Service of(RandomGenerator random, int longest) {
      int[] pieces = random.ints(random.nextInt(1, 12), 1, longest + 1).toArray();
      pieces[0] = PIECES;
      double[] speedups = new double[MOST_THREADS];
      double efficiency = 1;
      for (int threads = 1; threads <= MOST_THREADS; threads++) {
        speedups[threads - 1] = threads * efficiency;
        // More threads are faster, and less efficient.
        efficiency *= random.nextDouble(threads / (threads + 1.0) + 0.01, 0.99);
      }
      return new Service(pieces, speedups);
    }

    /** Thread time of all requests, each on its own way through the work of the tail. */
    double use(int[] degrees) {
      double use = 0;
      for (int length : pieces) {
        for (int piece = 0; piece < Math.min(length, PIECES); piece++) {
          use += degrees[piece] / speedups[degrees[piece] - 1];
        }
      }
      return use;
    }

    /** Time of the tail's request. */
    double tail(int[] degrees) {
      return Arrays.stream(degrees).mapToDouble(degree -> 1 / speedups[degree - 1]).sum();
    }

    /** True if a request ends after one piece of work and before the end of the other. */
    boolean endsBetween(int earlier, int later) {
      return Arrays.stream(pieces).anyMatch(length -> length > earlier && length <= later);
    }

    Profile profile() {
      return Profile.of(
          "random",
          Arrays.stream(pieces)
              .mapToObj(length -> Arrays.stream(speedups).map(s -> length / s).toArray())
              .toArray(double[][]::new));
    }
  }

  /** All ways to give each piece a degree. */
  private static List<int[]> everyPolicy() {
    List<int[]> all = List.of(new int[0]);
    for (int piece = 0; piece < PIECES; piece++) {
      var longer = new ArrayList<int[]>();
      for (int[] begun : all) {
        for (int degree = 1; degree <= MOST_THREADS; degree++) {
          int[] next = Arrays.copyOf(begun, begun.length + 1);
          next[begun.length] = degree;
          longer.add(next);
        }
      }
      all = longer;
    }
    return all;
  }

  private static boolean isFewToMany(int[] degrees) {
    return IntStream.range(1, PIECES).allMatch(piece -> degrees[piece - 1] <= degrees[piece]);
  }

  @Test
  void anExchangeOfFewerThreadsToTheFrontKeepsTheTailAndSavesCores() {
    Cases.random(
        1,
        500,
        random -> {
          Service service = Service.of(random, 2 * PIECES);
          int[] degrees = random.ints(PIECES, 1, MOST_THREADS + 1).toArray();
          for (int earlier = 0; earlier < PIECES; earlier++) {
            for (int later = earlier + 1; later < PIECES; later++) {
              if (degrees[earlier] > degrees[later]) {
                int[] exchanged = degrees.clone();
                exchanged[earlier] = degrees[later];
                exchanged[later] = degrees[earlier];
                assertThat(service.tail(exchanged))
                    .isCloseTo(service.tail(degrees), within(ROUNDING));
                double saved = service.use(degrees) - service.use(exchanged);
                if (service.endsBetween(earlier, later)) {
                  assertThat(saved).isGreaterThan(ROUNDING);
                } else {
                  assertThat(saved).isCloseTo(0, within(ROUNDING));
                }
              }
            }
          }
        });
  }

  @Test
  void amongAllPoliciesThatKeepTheTailOneFromFewToManyUsesTheLeast() {
    List<int[]> policies = everyPolicy();
    Cases.random(
        2,
        200,
        random -> {
          Service service = Service.of(random, 2 * PIECES);
          double limit = service.tail(policies.get(random.nextInt(policies.size())));
          List<int[]> keep =
              policies.stream().filter(it -> service.tail(it) <= limit + ROUNDING).toList();
          double least = keep.stream().mapToDouble(service::use).min().orElseThrow();
          List<int[]> best =
              keep.stream().filter(it -> service.use(it) <= least + ROUNDING).toList();
          assertThat(best).anyMatch(FewToManyTheoremPropertyTest::isFewToMany);
          for (int[] degrees : best) {
            for (int later = 1; later < PIECES; later++) {
              assertThat(
                      degrees[later - 1] <= degrees[later]
                          || !service.endsBetween(later - 1, later))
                  .as(
                      "%s of requests %s",
                      Arrays.toString(degrees), Arrays.toString(service.pieces))
                  .isTrue();
            }
          }
        });
  }

  @Test
  void aScheduleCostsWhatItsPiecesCostAndNoOtherPolicyOfItsTailIsCheaper() {
    List<int[]> policies = everyPolicy();
    Cases.random(
        3,
        200,
        random -> {
          Service service = Service.of(random, PIECES);
          int[] drawn = policies.get(random.nextInt(policies.size()));
          int[] sorted = Arrays.stream(drawn).sorted().toArray();
          var startsMs = new ArrayList<Double>(List.of(0.0));
          for (int degree = 1; degree < MOST_THREADS; degree++) {
            int before = degree;
            long pieces = Arrays.stream(sorted).filter(it -> it == before).count();
            startsMs.add(startsMs.getLast() + pieces / service.speedups[degree - 1]);
          }
          ScheduleCost cost = new Schedule(startsMs).cost(service.profile(), 100);
          double use = cost.threadMs() * service.pieces.length;
          assertThat(cost.tailMs()).isCloseTo(service.tail(sorted), within(ROUNDING));
          assertThat(use).isCloseTo(service.use(sorted), within(ROUNDING));
          int[] cheapest =
              policies.stream()
                  .filter(it -> Arrays.equals(Arrays.stream(it).sorted().toArray(), sorted))
                  .min(Comparator.comparingDouble(service::use))
                  .orElseThrow();
          assertThat(use).isLessThanOrEqualTo(service.use(cheapest) + ROUNDING);
        });
  }
}
