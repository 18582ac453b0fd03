package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.IntToDoubleFunction;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/** Changes of many requests by an intervention. */
final class Changes {
  private static final double NANOS_PER_MILLI = 1e6;

  private final List<Replay.@Nullable Changed> ofRequests;
  private final int copies;

  private Changes(List<Replay.@Nullable Changed> ofRequests, int copies) {
    this.ofRequests = ofRequests;
    this.copies = copies;
  }

  /** Change of a request; null for none. */
  Replay.@Nullable Changed of(int request) {
    return ofRequests.get(request);
  }

  /** Number of calls sent twice. */
  int copies() {
    return copies;
  }

  /**
   * Computes the changes of an intervention.
   *
   * @param times times of these requests' calls
   * @param seed seed of random draws
   */
  static Changes of(
      Intervention intervention, List<Trace> traces, Map<CallTarget, CallTimes> times, long seed) {
    return switch (intervention) {
      case Intervention.Hedged hedged -> hedged(hedged, traces, times.get(hedged.called()), seed);
      case Intervention.Concurrent loop -> of(traces, trace -> atOnce(trace, loop.called()));
      case Intervention.Faster faster ->
          of(traces, trace -> scaled(trace, faster.stage(), true, visit -> 1 - faster.share()));
      case Intervention.Capped capped ->
          of(
              traces,
              trace ->
                  scaled(
                      trace,
                      capped.stage(),
                      true,
                      visit -> {
                        double own = StageVisit.ownMillis(trace, visit);
                        return own <= capped.limitMillis() ? 1 : capped.limitMillis() / own;
                      }));
      case Intervention.Parallel parallel ->
          of(
              traces,
              trace -> scaled(trace, parallel.stage(), false, visit -> 1 / parallel.speedup()));
      case Intervention.Avoided avoided -> avoided(avoided, traces);
      case Intervention.Unqueued unqueued -> of(traces, trace -> unqueued(trace, unqueued));
    };
  }

  private interface OfTrace {
    Replay.@Nullable Changed of(Trace trace);
  }

  private static Changes of(List<Trace> traces, OfTrace change) {
    List<Replay.@Nullable Changed> all = new ArrayList<>(traces.size());
    for (Trace trace : traces) {
      all.add(change.of(trace));
    }
    return new Changes(all, 0);
  }

  /**
   * Scales the self times of a stage.
   *
   * @param isWithCall true to scale the caller's side of a call, too
   * @param factor returns the factor of a visit, by its outermost span
   */
  private static Replay.@Nullable Changed scaled(
      Trace trace, StageName stage, boolean isWithCall, IntToDoubleFunction factor) {
    List<Integer> visits = StageVisit.of(trace, stage);
    if (visits.isEmpty()) {
      return null;
    }
    double[] factors = new double[trace.size()];
    Arrays.fill(factors, 1);
    for (int visit : visits) {
      int server = StageVisit.server(trace, visit);
      factors[server] = factor.applyAsDouble(visit);
      if (isWithCall) {
        factors[visit] = factors[server];
      }
    }
    return new Replay.Changed() {
      @Override
      public double ownFactor(int span) {
        return factors[span];
      }
    };
  }

  /** Gives a visit the self time of the visit to another instance that is nearest in time. */
  private static Changes avoided(Intervention.Avoided avoided, List<Trace> traces) {
    var others = new TreeMap<Long, Double>();
    for (Trace trace : traces) {
      for (int visit : StageVisit.of(trace, avoided.stage())) {
        if (!isAvoided(trace, visit, avoided)) {
          others.put(trace.startNanos(visit), StageVisit.ownMillis(trace, visit));
        }
      }
    }
    return of(
        traces,
        trace ->
            scaled(
                trace,
                avoided.stage(),
                true,
                visit -> {
                  double own = StageVisit.ownMillis(trace, visit);
                  return own == 0 || others.isEmpty() || !isAvoided(trace, visit, avoided)
                      ? 1
                      : nearest(others, trace.startNanos(visit)) / own;
                }));
  }

  private static boolean isAvoided(Trace trace, int visit, Intervention.Avoided avoided) {
    return avoided.instances().contains(trace.instance(StageVisit.server(trace, visit)));
  }

  /** Returns the value of the nearest time. */
  private static double nearest(NavigableMap<Long, Double> values, long nanos) {
    Map.Entry<Long, Double> before = values.floorEntry(nanos);
    Map.Entry<Long, Double> after = values.ceilingEntry(nanos);
    if (before == null) {
      return Objects.requireNonNull(after).getValue();
    }
    return after == null || nanos - before.getKey() <= after.getKey() - nanos
        ? before.getValue()
        : after.getValue();
  }

  private static Replay.@Nullable Changed unqueued(Trace trace, Intervention.Unqueued unqueued) {
    Map<Integer, Double> factors = new HashMap<>();
    for (StageLoad.VisitLoad found : unqueued.load().of(trace, 0)) {
      factors.put(found.span(), unqueued.factor(found.others()));
    }
    return scaled(trace, unqueued.stage(), true, visit -> factors.getOrDefault(visit, 1.0));
  }

  private static Replay.@Nullable Changed atOnce(Trace trace, CallTarget called) {
    boolean[] joins = Loops.joins(trace, called);
    for (boolean joined : joins) {
      if (joined) {
        return new Replay.Changed() {
          @Override
          public boolean isConcurrentWithEarlier(int span) {
            return joins[span];
          }
        };
      }
    }
    return null;
  }

  private static Changes hedged(
      Intervention.Hedged hedged, List<Trace> traces, @Nullable CallTimes times, long seed) {
    if (times == null) {
      return of(traces, trace -> null);
    }
    var random = new SplittableRandom(seed + hedged.called().toString().hashCode());
    long delay = Math.round(hedged.delayMillis() * NANOS_PER_MILLI);
    Map<Integer, Map<Integer, Long>> won = new HashMap<>();
    int copies = 0;
    for (int position = 0; position < times.size(); position++) {
      long nanos = times.nanos(position);
      if (nanos > delay) {
        long copy = times.ofAnother(position, random);
        copies++;
        if (copy >= 0 && delay + copy < nanos) {
          won.computeIfAbsent(times.request(position), none -> new HashMap<>())
              .put(times.span(position), delay + copy);
        }
      }
    }
    List<Replay.@Nullable Changed> all = new ArrayList<>(traces.size());
    for (int request = 0; request < traces.size(); request++) {
      Map<Integer, Long> ofRequest = won.get(request);
      all.add(ofRequest == null ? null : answeredBy(ofRequest));
    }
    return new Changes(all, copies);
  }

  private static Replay.Changed answeredBy(Map<Integer, Long> copies) {
    return new Replay.Changed() {
      @Override
      public long nanos(int span, long nanos) {
        return Math.min(nanos, copies.getOrDefault(span, nanos));
      }
    };
  }

  /** Combines several changes of a request. */
  static Replay.Changed together(List<Replay.Changed> changes) {
    return new Replay.Changed() {
      @Override
      public double ownFactor(int span) {
        double factor = 1;
        for (Replay.Changed change : changes) {
          factor *= change.ownFactor(span);
        }
        return factor;
      }

      @Override
      public long nanos(int span, long nanos) {
        long changed = nanos;
        for (Replay.Changed change : changes) {
          changed = change.nanos(span, changed);
        }
        return changed;
      }

      @Override
      public boolean isConcurrentWithEarlier(int span) {
        for (Replay.Changed change : changes) {
          if (change.isConcurrentWithEarlier(span)) {
            return true;
          }
        }
        return false;
      }
    };
  }
}
