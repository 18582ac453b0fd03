package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.DoubleUnaryOperator;
import org.curtail.measurement.stats.PairedBootstrap;
import org.curtail.traces.Trace;

/**
 * What would have been if a stage had been faster, steadier or hedged: recorded requests replayed
 * ({@link Replay}). What is chosen, such as a delay, is chosen by the first half of the requests;
 * the figures are those of the later half. Intervals are by resampling blocks of requests that
 * follow each other. Immutable; a seed gives the same figures again.
 */
public final class WhatIf {
  /** Fewer in the later half have no 99th percentile. */
  public static final int LEAST_REQUESTS = 200;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final int MOST_SCORED = 20_000;
  private static final int BLOCKS = 20;

  private final List<Trace> choosing;
  private final List<Trace> scored;
  private final Map<Called, CallTimes> chosenTimes;
  private final Map<Called, CallTimes> scoredTimes;
  private final long seed;
  private final PairedBootstrap bootstrap;
  private final double[] recorded;
  private final PairedBootstrap.Figure recordedP50;
  private final PairedBootstrap.Figure recordedP99;
  private final PairedBootstrap.Figure recordedMean;

  /**
   * Of a workflow.
   *
   * @throws IllegalArgumentException if it has fewer than twice {@link #LEAST_REQUESTS} requests
   */
  public WhatIf(TracedWorkflow workflow, long seed) {
    List<Trace> traces = workflow.traces();
    if (traces.size() < 2 * LEAST_REQUESTS) {
      throw new IllegalArgumentException(
          "expected at least %d requests, found %d".formatted(2 * LEAST_REQUESTS, traces.size()));
    }
    int middle = traces.size() / 2;
    choosing = traces.subList(0, middle);
    scored = traces.subList(middle, Math.min(traces.size(), middle + MOST_SCORED));
    chosenTimes = CallTimes.of(choosing);
    scoredTimes = CallTimes.of(scored);
    this.seed = seed;
    bootstrap = new PairedBootstrap(BLOCKS, seed);
    recorded = scored.stream().mapToDouble(t -> t.durationNanos() / NANOS_PER_MILLI).toArray();
    List<double[]> before = blocks(recorded);
    recordedP50 = PairedBootstrap.percentile(before, 50);
    recordedP99 = PairedBootstrap.percentile(before, 99);
    recordedMean = PairedBootstrap.mean(before);
  }

  /** How many requests the figures are of. */
  public int scored() {
    return scored.size();
  }

  /** All that is called, and by whom, in the first half. */
  public List<Called> calls() {
    return chosenTimes.keySet().stream().sorted(Comparator.comparing(Called::toString)).toList();
  }

  /** Hedging a call, with the delay that only a share of the first half's calls exceed. */
  public Intervention.Hedged hedged(Called called, double budget) {
    CallTimes times = chosenTimes.get(called);
    if (times == null) {
      throw new IllegalArgumentException("the first half of the requests has no call " + called);
    }
    return new Intervention.Hedged(called, times.quantileNanos(1 - budget) / NANOS_PER_MILLI);
  }

  /** A stage that never takes more than the median of its own times in the first half. */
  public Intervention.Capped capped(StageName stage) {
    double[] own =
        choosing.stream()
            .flatMap(trace -> visits(trace, stage).stream().map(i -> StageOwn.millis(trace, i)))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return new Intervention.Capped(
        stage, own.length == 0 ? 0 : own[TracedWorkflow.place(50, own.length)]);
  }

  private static List<Integer> visits(Trace trace, StageName stage) {
    List<Integer> visits = new ArrayList<>();
    for (int span = 0; span < trace.size(); span++) {
      if (StageOwn.isOutermost(trace, span) && StageName.of(trace, span).equals(stage)) {
        visits.add(span);
      }
    }
    return visits;
  }

  /** What would have been. */
  public Forecast of(Intervention intervention) {
    return switch (intervention) {
      case Intervention.Faster faster -> scaled(faster, ownMillis -> 1 - faster.share());
      case Intervention.Capped capped ->
          scaled(
              capped,
              ownMillis ->
                  ownMillis <= capped.limitMillis() ? 1 : capped.limitMillis() / ownMillis);
      case Intervention.Hedged hedged -> hedged(hedged);
    };
  }

  /**
   * With other times of a stage.
   *
   * @param factor by which an own time in milliseconds is multiplied
   */
  private Forecast scaled(Intervention intervention, DoubleUnaryOperator factor) {
    StageName stage = intervention.stage();
    double[] changed = recorded.clone();
    for (int request = 0; request < changed.length; request++) {
      Trace trace = scored.get(request);
      if (!visits(trace, stage).isEmpty()) {
        changed[request] =
            Replay.nanos(
                    trace,
                    new Replay.Changed() {
                      @Override
                      public double ownFactor(int span) {
                        return StageName.of(trace, span).equals(stage)
                            ? factor.applyAsDouble(StageOwn.millis(trace, span))
                            : 1;
                      }
                    })
                / NANOS_PER_MILLI;
      }
    }
    return forecast(intervention, changed, 0);
  }

  private Forecast hedged(Intervention.Hedged hedged) {
    CallTimes times = scoredTimes.get(hedged.called());
    double[] changed = recorded.clone();
    if (times == null) {
      return forecast(hedged, changed, 0);
    }
    var random = new SplittableRandom(seed);
    long delay = Math.round(hedged.delayMillis() * NANOS_PER_MILLI);
    int position = 0;
    int copies = 0;
    for (int request = 0; request < changed.length; request++) {
      Trace trace = scored.get(request);
      Map<Integer, Long> won = new HashMap<>();
      for (CallVisit visit : CallVisit.of(trace)) {
        if (!visit.called().equals(hedged.called())) {
          continue;
        }
        long nanos = visit.nanos(trace);
        if (nanos > delay) {
          long copy = times.ofAnother(position, random);
          copies++;
          if (copy >= 0 && delay + copy < nanos) {
            won.put(visit.span(), delay + copy);
          }
        }
        position++;
      }
      if (!won.isEmpty()) {
        changed[request] =
            Replay.nanos(
                    trace,
                    new Replay.Changed() {
                      @Override
                      public long nanos(int span, long nanos) {
                        return Math.min(nanos, won.getOrDefault(span, nanos));
                      }
                    })
                / NANOS_PER_MILLI;
      }
    }
    return forecast(hedged, changed, copies / (double) times.size());
  }

  private Forecast forecast(Intervention intervention, double[] changed, double copies) {
    List<double[]> after = blocks(changed);
    return new Forecast(
        intervention,
        gain(recordedP50, PairedBootstrap.percentile(after, 50)),
        gain(recordedP99, PairedBootstrap.percentile(after, 99)),
        gain(recordedMean, PairedBootstrap.mean(after)),
        copies);
  }

  private Forecast.Gain gain(PairedBootstrap.Figure before, PairedBootstrap.Figure after) {
    int[] once = new int[BLOCKS];
    Arrays.fill(once, 1);
    PairedBootstrap.Figure gain = draw -> before.applyAsDouble(draw) - after.applyAsDouble(draw);
    List<Double> interval = bootstrap.spread(gain);
    return new Forecast.Gain(
        before.applyAsDouble(once), gain.applyAsDouble(once), interval.get(0), interval.get(1));
  }

  private static List<double[]> blocks(double[] millis) {
    List<double[]> blocks = new ArrayList<>();
    for (int block = 0; block < BLOCKS; block++) {
      blocks.add(
          Arrays.copyOfRange(
              millis, block * millis.length / BLOCKS, (block + 1) * millis.length / BLOCKS));
    }
    return blocks;
  }
}
