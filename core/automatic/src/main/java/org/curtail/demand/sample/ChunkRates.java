package org.curtail.demand.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.runtime.Timeline;

/** Chunks that one request finished at each degree, and the time. */
public final class ChunkRates {
  /**
   * Fewest chunks per thread of a phase that counts. Shorter phases mostly show where chunks begin
   * and end. With 4, requests of 16 chunks inform on degree 2. For 24 chunks, whose costs deviate
   * by up to their mean, a speedup is right to 6 %.
   */
  public static final double LEAST_CHUNKS_PER_THREAD = 4;

  /** Chunks that a known degree needs: a standard error of about 10 %. */
  private static final double LEAST_CHUNKS = 100;

  private static final int MOST_ROUNDS = 2_000;

  /** Chunks at index d; index 0 is not used. */
  private final double[] chunks;

  private final double[] nanos;

  private ChunkRates(int degrees) {
    chunks = new double[degrees + 1];
    nanos = new double[degrees + 1];
  }

  /**
   * Returns the path with the final wait for the last thread added to the degree before it. This
   * wait is a part of the cost of several threads, and would make one thread look slow.
   */
  public static List<Timeline.Phase> withEndCharged(List<Timeline.Phase> path) {
    int last = path.size() - 1;
    while (last > 0 && path.get(last).chunks() == 0) {
      last--;
    }
    if (last < 0 || last == path.size() - 1) {
      return path;
    }
    Timeline.Phase working = path.get(last);
    long nanos = path.stream().skip(last).mapToLong(Timeline.Phase::nanos).sum();
    var charged = new ArrayList<>(path.subList(0, last));
    charged.add(new Timeline.Phase(working.degree(), nanos, working.chunks()));
    return charged;
  }

  /**
   * Returns the path of a request that asked for its greatest degree from the start. The time from
   * the first chunk until that degree is charged to it. A longer request would have waited for its
   * threads only once. So the charged share of that time is the degree's share of the later chunks.
   */
  public static List<Timeline.Phase> withStartCharged(List<Timeline.Phase> path) {
    int begin = phasesOfBegin(path);
    int peak = path.stream().mapToInt(Timeline.Phase::degree).max().orElse(1);
    int at = begin;
    while (at < path.size() && path.get(at).degree() < peak) {
      at++;
    }
    if (at == begin || at >= path.size()) {
      return path;
    }
    List<Timeline.Phase> coming = path.subList(begin, at);
    long nanos = coming.stream().mapToLong(Timeline.Phase::nanos).sum();
    int chunks = chunks(coming);
    Timeline.Phase first = path.get(at);
    double share = (double) first.chunks() / Math.max(chunks(path.subList(at, path.size())), 1);
    long chargedNanos = Math.round(share * nanos);
    int chargedChunks = (int) Math.round(share * chunks);
    var charged = new ArrayList<>(path.subList(0, begin));
    for (Timeline.Phase phase : coming) {
      long leftNanos = Math.round((1 - share) * phase.nanos());
      charged.add(
          new Timeline.Phase(
              phase.degree(), leftNanos, (int) Math.round((1 - share) * phase.chunks())));
    }
    charged.add(
        new Timeline.Phase(peak, first.nanos() + chargedNanos, first.chunks() + chargedChunks));
    charged.addAll(path.subList(at + 1, path.size()));
    return charged;
  }

  private static int chunks(List<Timeline.Phase> path) {
    return path.stream().mapToInt(Timeline.Phase::chunks).sum();
  }

  /**
   * Returns the phases with chunks. The time before, when the work began on one thread, would make
   * one thread look slow.
   */
  private static List<Timeline.Phase> withChunks(List<Timeline.Phase> path) {
    int begin = phasesOfBegin(path);
    return begin == 0 ? path : path.subList(begin, path.size());
  }

  /**
   * Returns the time at the start in which no further thread could have helped, for lack of chunks.
   */
  public static long beginNanos(List<Timeline.Phase> path) {
    return path.stream().limit(phasesOfBegin(path)).mapToLong(Timeline.Phase::nanos).sum();
  }

  /** Returns 0 if no chunk was ever claimed, since the caller then did all of the work. */
  private static int phasesOfBegin(List<Timeline.Phase> path) {
    int phases = 0;
    while (phases < path.size()
        && path.get(phases).degree() == 1
        && path.get(phases).chunks() == 0) {
      phases++;
    }
    return phases == path.size() ? 0 : phases;
  }

  /**
   * Returns the rates in long enough phases. The length counts in chunks, not in time: the last
   * chunk of a request may take as long as many others. A phase of that chunk alone would make one
   * thread look slow.
   *
   * @param leastChunks fewest chunks that each thread must have finished in a phase, on average
   */
  public static ChunkRates of(List<Timeline.Phase> whole, int degrees, double leastChunks) {
    List<Timeline.Phase> path = withChunks(whole);
    var rates = new ChunkRates(degrees);
    double chunksPerThreadNano =
        path.stream().mapToDouble(Timeline.Phase::chunks).sum()
            / Math.max(path.stream().mapToDouble(p -> (double) p.degree() * p.nanos()).sum(), 1);
    double underWayBefore = 0;
    for (int i = 0; i < path.size(); i++) {
      Timeline.Phase phase = path.get(i);
      double underWayAfter = 0;
      if (i + 1 < path.size()) {
        double firstChunkShare = i == 0 ? phase.nanos() * chunksPerThreadNano : 1;
        underWayAfter = underWay(phase, path.get(i + 1), firstChunkShare);
      }
      double finished = Math.max(phase.chunks() + underWayBefore - underWayAfter, 0);
      if (finished >= leastChunks * phase.degree()) {
        rates.chunks[phase.degree()] += finished;
        rates.nanos[phase.degree()] += phase.nanos();
      }
      underWayBefore = underWayAfter;
    }
    return rates;
  }

  /** Returns the rates of a path with {@linkplain #withEndCharged its end}. */
  public static ChunkRates withEnd(List<Timeline.Phase> path, int degrees) {
    return of(withEndCharged(path), degrees, LEAST_CHUNKS_PER_THREAD);
  }

  /**
   * Returns the correction for unfinished chunks. They count when claimed. Threads that stay have
   * done half of one on average, or less if the time was too short.
   *
   * @param share greatest part of its first chunk that a thread can have done
   */
  private static double underWay(Timeline.Phase before, Timeline.Phase after, double share) {
    return Math.min(before.degree(), after.degree()) * Math.max(1 - share, 0.5);
  }

  /** Returns true if a request had at least two degrees for long enough to show a speedup. */
  public static boolean showSpeedups(List<Timeline.Phase> path) {
    if (path.size() < 2) {
      return false;
    }
    int degrees = path.stream().mapToInt(Timeline.Phase::degree).max().orElse(1);
    var any = new boolean[degrees + 1];
    Arrays.fill(any, true);
    return withEnd(path, degrees).degreesAmong(any) > 1;
  }

  /** Returns the number of chunks finished at a degree. */
  public double chunks(int degree) {
    return chunks[degree];
  }

  /** Returns the time spent at a degree. */
  public double nanos(int degree) {
    return nanos[degree];
  }

  /** Returns the number of these degrees that the request had. */
  public int degreesAmong(boolean[] degrees) {
    int count = 0;
    for (int d = 1; d < degrees.length; d++) {
      count += degrees[d] && nanos[d] > 0 ? 1 : 0;
    }
    return count;
  }

  /** Returns the request's chunks per nanosecond at degree 1, given the speedups. */
  public double rate(double[] speedups, boolean[] degrees) {
    double finished = 0;
    double sequentialNanos = 0;
    for (int d = 1; d < degrees.length; d++) {
      if (degrees[d]) {
        finished += chunks[d];
        sequentialNanos += speedups[d] * nanos[d];
      }
    }
    return finished / sequentialNanos;
  }

  /** Returns the greatest degree of any of these requests; at least 1. */
  public static int greatestDegree(List<Timeline> requests) {
    return requests.stream()
        .flatMap(request -> request.path().stream())
        .mapToInt(phase -> phase.degree())
        .max()
        .orElse(1);
  }

  /** Returns the chunks by degree; 0 if they are too few or cannot be compared with degree 1. */
  public static double[] seen(List<ChunkRates> rates, int degrees) {
    var isSeen = new boolean[degrees + 1];
    Arrays.fill(isSeen, true);
    double[] chunks = new double[degrees + 1];
    boolean changed = true;
    while (changed) {
      Arrays.fill(chunks, 0);
      boolean[] linked = linkedToOne(rates, isSeen);
      for (ChunkRates request : rates) {
        if (request.degreesAmong(linked) > 1) {
          for (int d = 1; d <= degrees; d++) {
            chunks[d] += linked[d] ? request.chunks(d) : 0;
          }
        }
      }
      changed = false;
      for (int d = 1; d <= degrees; d++) {
        boolean enough = chunks[d] >= LEAST_CHUNKS;
        changed |= isSeen[d] != enough;
        isSeen[d] = enough;
      }
    }
    return chunks;
  }

  /** Returns the degrees that occurred in a request with degree 1, or with degrees so linked. */
  private static boolean[] linkedToOne(List<ChunkRates> rates, boolean[] isSeen) {
    var linked = new boolean[isSeen.length];
    linked[1] = isSeen[1];
    boolean changed = true;
    while (changed) {
      changed = false;
      for (ChunkRates request : rates) {
        if (request.degreesAmong(linked) > 0) {
          for (int d = 1; d < linked.length; d++) {
            if (isSeen[d] && !linked[d] && request.nanos(d) > 0) {
              linked[d] = true;
              changed = true;
            }
          }
        }
      }
    }
    return linked;
  }

  /**
   * Estimates maximum-likelihood speedups in alternation: rates of requests for given speedups,
   * then speedups for given rates. Each step is optimal, and the steps converge to the only
   * maximum.
   *
   * @param precision ends when no speedup changes by more than this share in a step
   */
  public static double[] mostLikely(List<ChunkRates> rates, double[] chunks, double precision) {
    double[] speedups = new double[chunks.length];
    Arrays.fill(speedups, 1);
    var isSeen = new boolean[chunks.length];
    for (int d = 1; d < chunks.length; d++) {
      isSeen[d] = chunks[d] > 0;
    }
    List<ChunkRates> informative =
        rates.stream().filter(request -> request.degreesAmong(isSeen) > 1).toList();
    for (int round = 0; round < MOST_ROUNDS && !informative.isEmpty(); round++) {
      double[] expected = new double[chunks.length];
      for (ChunkRates request : informative) {
        double rate = request.rate(speedups, isSeen);
        for (int d = 1; d < chunks.length; d++) {
          expected[d] += isSeen[d] ? rate * request.nanos(d) : 0;
        }
      }
      double one = chunks[1] / expected[1];
      double change = 0;
      for (int d = 2; d < chunks.length; d++) {
        if (isSeen[d]) {
          double better = chunks[d] / expected[d] / one;
          change = Math.max(change, Math.abs(better / speedups[d] - 1));
          speedups[d] = better;
        }
      }
      if (change < precision) {
        break;
      }
    }
    return speedups;
  }
}
