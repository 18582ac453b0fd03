package org.curtail.demand;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.IntStream;
import org.curtail.demand.sample.ChunkRates;
import org.curtail.runtime.Timeline;

/**
 * Mean speedup of requests at each degree over degree 1, estimated from requests with several
 * degrees. Immutable.
 *
 * <p>The estimate compares claimed chunks per time between the phases of one request. The request's
 * own rate cancels out, so it does not matter that long requests reach higher degrees. Over all
 * requests it is a maximum-likelihood estimate. Its model has a rate of chunks for each request,
 * that rate times s(d) at degree d, and chunk ends as a Poisson process.
 *
 * <p>In the result s(1) = 1, s never falls with the degree, and s(d) is from 1 to d. A degree with
 * too few chunks lies on the straight line between its known neighbours. Beyond the greatest known
 * degree there is no further gain. Both are conservative if gains diminish.
 *
 * <p>Assumes that early and late chunks of a request are alike, and that each thread had a core.
 * Threads that share a core, with each other or with other programs, look like poor speedup. Time
 * before there are chunks does not count. Time until the first thread has claimed one counts for
 * degree 1.
 */
public final class SpeedupEstimate {
  private static final String REMEDY =
      "record with a policy that changes degrees while requests run, such as interval-5 or few-to-many, or measure each degree with curtail profile";

  private static final double PRECISION = 1e-9;

  /** Speedup at index d; index 0 is not used. */
  private final double[] speedups;

  private final double[] chunks;

  private SpeedupEstimate(double[] speedups, double[] chunks) {
    this.speedups = speedups;
    this.chunks = chunks;
  }

  /**
   * Estimates the speedups from finished requests.
   *
   * @param maxDegree greatest degree of the estimate, at least 1
   */
  public static SpeedupEstimate of(List<Timeline> requests, int maxDegree) {
    int degrees = Math.max(maxDegree, ChunkRates.greatestDegree(requests));
    List<ChunkRates> rates =
        requests.stream()
            .map(request ->
                ChunkRates.of(request.path(), degrees, ChunkRates.LEAST_CHUNKS_PER_THREAD))
            .toList();
    double[] chunks = ChunkRates.seen(rates, degrees);
    double[] speedups = ChunkRates.mostLikely(rates, chunks, PRECISION);
    neverFalling(speedups, chunks);
    for (int d = 1; d <= degrees; d++) {
      speedups[d] = Math.clamp(speedups[d], 1, d);
    }
    fillGaps(speedups, chunks);
    return new SpeedupEstimate(speedups, chunks);
  }

  /** Returns the greatest degree of the estimate, at least 1. */
  public int maxDegree() {
    return speedups.length - 1;
  }

  /**
   * Returns the speedup over degree 1.
   *
   * @param degree 1 to {@link #maxDegree}
   */
  public double speedup(int degree) {
    Objects.checkIndex(degree - 1, maxDegree());
    return speedups[degree];
  }

  /** Returns true if enough chunks ran at the degree, and at degrees that link it to degree 1. */
  public boolean isSeen(int degree) {
    Objects.checkIndex(degree - 1, maxDegree());
    return degree == 1 || chunks[degree] > 0;
  }

  /**
   * Returns true if a degree above 1 {@linkplain #isSeen has enough chunks}. If not, all speedups
   * are 1 by default.
   */
  public boolean isKnown() {
    return IntStream.rangeClosed(2, maxDegree()).anyMatch(this::isSeen);
  }

  /**
   * Returns notes for people on unknown speedups; empty if no speedup {@linkplain #isKnown is
   * known}.
   *
   * @param maxDegree greatest degree that matters, at most {@link #maxDegree}
   */
  List<String> notes(int maxDegree) {
    List<String> unseen =
        IntStream.rangeClosed(2, maxDegree)
            .filter(degree -> !isSeen(degree))
            .mapToObj(String::valueOf)
            .toList();
    if (unseen.isEmpty() || !isKnown()) {
      return List.of();
    }
    return List.of(
        "its speedups at degree %s are not known and guessed from those of other degrees: too few requests ran at these degrees and at others; "
                .formatted(String.join(", ", unseen))
            + REMEDY);
  }

  /** Merges falling neighbours, weighted by chunks, until none falls. */
  private static void neverFalling(double[] speedups, double[] chunks) {
    int[] seen = degreesSeen(chunks);
    for (int i = 1; i < seen.length; i++) {
      int from = i;
      double weight = chunks[seen[i]];
      double mean = speedups[seen[i]];
      while (from > 0 && speedups[seen[from - 1]] > mean) {
        from--;
        double more = chunks[seen[from]];
        mean = (mean * weight + speedups[seen[from]] * more) / (weight + more);
        weight += more;
      }
      for (int j = from; j <= i; j++) {
        speedups[seen[j]] = mean;
      }
    }
  }

  private static void fillGaps(double[] speedups, double[] chunks) {
    int below = 1;
    for (int d : degreesSeen(chunks)) {
      for (int gap = below + 1; gap < d; gap++) {
        speedups[gap] =
            speedups[below]
                + (speedups[d] - speedups[below]) * (gap - below) / (double) (d - below);
      }
      below = d;
    }
    for (int d = below + 1; d < speedups.length; d++) {
      speedups[d] = speedups[below];
    }
  }

  private static int[] degreesSeen(double[] chunks) {
    return IntStream.range(1, chunks.length).filter(d -> chunks[d] > 0).toArray();
  }

  /** Returns the speedups, with a question mark after unknown ones. */
  @Override
  public String toString() {
    var text = new StringBuilder();
    for (int d = 1; d <= maxDegree(); d++) {
      text.append(d == 1 ? "" : ", ");
      text.append(String.format(Locale.ROOT, "%.2f", speedups[d])).append(isSeen(d) ? "" : "?");
    }
    return text.toString();
  }
}
