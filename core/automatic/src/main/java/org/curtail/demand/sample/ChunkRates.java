package org.curtail.demand.sample;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.runtime.Timeline;

/** How many chunks one request finished at each degree, and in what time. */
public final class ChunkRates {
  /**
   * Phases with fewer chunks of each thread say more about where chunks begin and end. With 4,
   * requests of 16 chunks tell of degree 2; of 24 chunks, whose costs deviate by up to their mean,
   * a speedup is right to 6 %.
   */
  public static final double LEAST_CHUNKS_PER_THREAD = 4;

  /** Chunks that make a degree one that was seen: a standard error of some 10 %. */
  private static final double LEAST_CHUNKS = 100;

  private static final int MOST_ROUNDS = 2_000;

  /** At index d; 0 is not used. */
  private final double[] chunks;

  private final double[] nanos;

  private ChunkRates(int degrees) {
    chunks = new double[degrees + 1];
    nanos = new double[degrees + 1];
  }

  /**
   * The same path, in which the time that threads waited for the last of them at the end counts as
   * of the degree that they had until nothing was left: that is a part of what several threads
   * cost, and it would make one thread look slow.
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
   * The same path, in which the time from the first chunk until the greatest degree was reached
   * counts as of that degree: of a request that had asked for it all the time. It would have waited
   * for its threads once, however long it kept them: so as great a part of that time counts as that
   * degree has of the chunks that came afterwards.
   */
  public static List<Timeline.Phase> withComingCharged(List<Timeline.Phase> path) {
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
   * What comes once there are chunks. The time before, in which the work began on one thread, would
   * make one thread look slow.
   */
  private static List<Timeline.Phase> withChunks(List<Timeline.Phase> path) {
    int begin = phasesOfBegin(path);
    return begin == 0 ? path : path.subList(begin, path.size());
  }

  /** Time at the begin in which no further thread could have helped, since there were no chunks. */
  public static long beginNanos(List<Timeline.Phase> path) {
    return path.stream().limit(phasesOfBegin(path)).mapToLong(Timeline.Phase::nanos).sum();
  }

  /** None where no chunk was ever claimed: there the caller did all of the work. */
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
   * What phases tell that are long enough. How long they are is counted in chunks and not in time:
   * the last chunk of a request may take as long as many others, and a phase of it alone would make
   * one thread look slow.
   *
   * @param leastChunks so many chunks each of its threads must have finished in a phase, in the
   *     mean
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

  /** What the phases of a path tell with {@linkplain #withEndCharged its end}. */
  public static ChunkRates withEnd(List<Timeline.Phase> path, int degrees) {
    return of(withEndCharged(path), degrees, LEAST_CHUNKS_PER_THREAD);
  }

  /**
   * Chunks are counted when claimed; threads that stay have done half of one on average, or less if
   * there was not even time for that.
   *
   * @param share how much of its first chunk a thread can have done, if there is no more of it
   */
  private static double underWay(Timeline.Phase before, Timeline.Phase after, double share) {
    return Math.min(before.degree(), after.degree()) * Math.max(1 - share, 0.5);
  }

  /** Whether a request had two degrees at least for long enough, so that it tells of speedups. */
  public static boolean tell(List<Timeline.Phase> path) {
    if (path.size() < 2) {
      return false;
    }
    int degrees = path.stream().mapToInt(Timeline.Phase::degree).max().orElse(1);
    var any = new boolean[degrees + 1];
    Arrays.fill(any, true);
    return withEnd(path, degrees).degreesAmong(any) > 1;
  }

  /** Chunks finished at a degree. */
  public double chunks(int degree) {
    return chunks[degree];
  }

  /** Time spent at a degree. */
  public double nanos(int degree) {
    return nanos[degree];
  }

  /** How many of these degrees it had. */
  public int degreesAmong(boolean[] degrees) {
    int count = 0;
    for (int d = 1; d < degrees.length; d++) {
      count += degrees[d] && nanos[d] > 0 ? 1 : 0;
    }
    return count;
  }

  /** Chunks per nanosecond that it would finish at degree 1, given the speedups. */
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

  /** The greatest degree that any of these requests had; at least 1. */
  public static int greatestDegree(List<Timeline> requests) {
    return requests.stream()
        .flatMap(request -> request.path().stream())
        .mapToInt(phase -> phase.degree())
        .max()
        .orElse(1);
  }

  /** Chunks by degree, 0 where they cannot be compared with degree 1 or are too few. */
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

  /** Degrees that requests had beside degree 1, or beside such. */
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
   * By turns: rates of requests for given speedups, speedups for given rates. Each turn is the best
   * there is, and together they climb to the only maximum.
   *
   * @param precision ends when no speedup changes by more than this share in a turn
   */
  public static double[] mostLikely(List<ChunkRates> rates, double[] chunks, double precision) {
    double[] speedups = new double[chunks.length];
    Arrays.fill(speedups, 1);
    var isSeen = new boolean[chunks.length];
    for (int d = 1; d < chunks.length; d++) {
      isSeen[d] = chunks[d] > 0;
    }
    List<ChunkRates> telling =
        rates.stream().filter(request -> request.degreesAmong(isSeen) > 1).toList();
    for (int round = 0; round < MOST_ROUNDS && !telling.isEmpty(); round++) {
      double[] expected = new double[chunks.length];
      for (ChunkRates request : telling) {
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
