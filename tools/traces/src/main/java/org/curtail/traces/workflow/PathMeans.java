package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * Mean wait of slow and of usual requests for each stage, with weights for blocks of requests. The
 * weights also decide which requests are slow. Not thread-safe.
 */
final class PathMeans {
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<Trace> byLatency;
  private final int[] blocks;

  /** Waits by request; computed on demand. */
  private final Map<Integer, List<OnPath>> paths = new HashMap<>();

  private final List<StageName> stages = new ArrayList<>();
  private final Map<StageName, Integer> numbers = new HashMap<>();
  private final IdentityHashMap<int[], Both> known = new IdentityHashMap<>();

  /** Wait of a request for a stage. */
  private record OnPath(int stage, double millis, double beyondMillis) {}

  /** Divides requests, in order of their start, into blocks. */
  PathMeans(List<Trace> traces, int blocks) {
    Integer[] order = new Integer[traces.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(
        order,
        Comparator.comparingLong((Integer i) -> traces.get(i).durationNanos())
            .thenComparing(i -> traces.get(i).id()));
    byLatency = Arrays.stream(order).map(traces::get).toList();
    this.blocks =
        Arrays.stream(order).mapToInt(i -> (int) ((long) i * blocks / order.length)).toArray();
  }

  /** Stages on the paths computed so far. */
  List<StageName> stages() {
    return List.copyOf(stages);
  }

  /**
   * Returns the means.
   *
   * @param draw weight of each block
   */
  Both of(int[] draw) {
    return known.computeIfAbsent(draw, this::sum);
  }

  private Both sum(int[] draw) {
    long all = 0;
    for (int block : blocks) {
      all += draw[block];
    }
    var both = new Both();
    long slowFrom = (long) Math.min(all - 1.0, Math.floor(PathBlame.SLOW_FROM / 100 * all));
    long usualFrom = (long) Math.floor(PathBlame.USUAL_FROM / 100 * all);
    long usualTo = Math.max(usualFrom + 1, (long) Math.ceil(PathBlame.USUAL_TO / 100 * all));
    long before = 0;
    for (int i = 0; i < blocks.length; i++) {
      long upTo = before + draw[blocks[i]];
      both.usual.add(i, overlap(before, upTo, usualFrom, usualTo));
      both.slow.add(i, overlap(before, upTo, slowFrom, all));
      before = upTo;
    }
    return both;
  }

  private static long overlap(long from, long to, long otherFrom, long otherTo) {
    return Math.max(0, Math.min(to, otherTo) - Math.max(from, otherFrom));
  }

  private List<OnPath> path(int request) {
    return paths.computeIfAbsent(request, unknown -> found(byLatency.get(request)));
  }

  private List<OnPath> found(Trace trace) {
    long[] own = CriticalPath.nanos(trace);
    Map<Integer, OnPath> byStage = new HashMap<>();
    for (int span = 0; span < own.length; span++) {
      if (own[span] > 0) {
        int stage = number(StageName.of(trace, span));
        double millis = own[span] / NANOS_PER_MILLI;
        byStage.merge(
            stage,
            new OnPath(stage, millis, SelfTimes.isCall(trace, span) ? millis : 0),
            (one, other) ->
                new OnPath(
                    stage, one.millis + other.millis, one.beyondMillis + other.beyondMillis));
      }
    }
    return List.copyOf(byStage.values());
  }

  private int number(StageName stage) {
    Integer there = numbers.putIfAbsent(stage, stages.size());
    if (there == null) {
      stages.add(stage);
      return stages.size() - 1;
    }
    return there;
  }

  /** Means of slow and of usual requests. */
  final class Both {
    private final Sums slow = new Sums();
    private final Sums usual = new Sums();

    double slow(int stage) {
      return slow.mean(slow.millis, stage);
    }

    double slowBeyond(int stage) {
      return slow.mean(slow.beyondMillis, stage);
    }

    double usual(int stage) {
      return usual.mean(usual.millis, stage);
    }

    /** Additional wait of slow requests. */
    double more(int stage) {
      return slow(stage) - usual(stage);
    }
  }

  /** Sums over requests. A request without a wait for a stage adds 0 ms. */
  private final class Sums {
    private double[] millis = new double[16];
    private double[] beyondMillis = new double[16];
    private long requests;

    void add(int request, long times) {
      if (times == 0) {
        return;
      }
      requests += times;
      List<OnPath> path = path(request);
      if (millis.length < stages.size()) {
        millis = Arrays.copyOf(millis, 2 * stages.size());
        beyondMillis = Arrays.copyOf(beyondMillis, 2 * stages.size());
      }
      for (OnPath on : path) {
        millis[on.stage] += times * on.millis;
        beyondMillis[on.stage] += times * on.beyondMillis;
      }
    }

    double mean(double[] sums, int stage) {
      return stage < sums.length && requests > 0 ? sums[stage] / requests : 0;
    }
  }
}
