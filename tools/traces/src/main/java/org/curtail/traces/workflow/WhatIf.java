package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.traces.Trace;

/**
 * Forecasts for a faster, steadier or hedged stage, by replays of recorded requests ({@link
 * Replay}). Choices such as a delay come from the first half of the requests, and the figures from
 * the second half. Intervals come from resampling blocks of consecutive requests. Immutable. The
 * same seed gives the same figures.
 */
public final class WhatIf {
  /** Minimum number of requests in the second half for a 99th percentile. */
  public static final int LEAST_REQUESTS = 200;

  private static final double NANOS_PER_MILLI = 1e6;
  private static final double LEAST_LOOPING = 0.05;
  private static final int MOST_SCORED = 20_000;
  private static final int BLOCKS = 20;
  private static final int[] ONCE = PairedBootstrap.once(BLOCKS);

  private final List<Trace> choosing;
  private final List<Trace> scored;
  private final Map<CallTarget, CallTimes> chosenTimes;
  private final Map<CallTarget, CallTimes> scoredTimes;
  private final CallWork work;
  private final long seed;
  private final PairedBootstrap bootstrap;
  private final double[] recorded;
  private final PairedBootstrap.Figure recordedP50;
  private final PairedBootstrap.Figure recordedP99;
  private final PairedBootstrap.Figure recordedMean;

  private WhatIf(List<Trace> choosing, List<Trace> scored, long seed) {
    this.choosing = choosing;
    this.scored = scored;
    chosenTimes = CallTimes.of(choosing);
    scoredTimes = CallTimes.of(scored);
    this.seed = seed;
    work = CallWork.of(scored);
    bootstrap = new PairedBootstrap(BLOCKS, seed);
    recorded = scored.stream().mapToDouble(t -> t.durationNanos() / NANOS_PER_MILLI).toArray();
    List<double[]> before = PairedBootstrap.blocks(recorded, BLOCKS);
    recordedP50 = PairedBootstrap.percentile(before, 50);
    recordedP99 = PairedBootstrap.percentile(before, 99);
    recordedMean = PairedBootstrap.mean(before);
  }

  /**
   * Prepares forecasts for a workflow.
   *
   * @throws IllegalArgumentException if the workflow has fewer than twice {@link #LEAST_REQUESTS}
   *     requests
   */
  public static WhatIf of(TracedWorkflow workflow, long seed) {
    List<Trace> traces = workflow.traces();
    if (traces.size() < 2 * LEAST_REQUESTS) {
      throw new IllegalArgumentException(
          "expected at least %d requests, found %d".formatted(2 * LEAST_REQUESTS, traces.size()));
    }
    int middle = traces.size() / 2;
    return new WhatIf(
        traces.subList(0, middle),
        traces.subList(middle, Math.min(traces.size(), middle + MOST_SCORED)),
        seed);
  }

  /** Returns a copy with figures of the first half, for choices among interventions. */
  public WhatIf onFirstHalf() {
    return new WhatIf(choosing, choosing.subList(0, Math.min(choosing.size(), MOST_SCORED)), seed);
  }

  /** Requests of the first half, in order of their start. */
  public List<Trace> firstHalf() {
    return choosing;
  }

  /** Number of requests behind the figures. */
  public int scored() {
    return scored.size();
  }

  /** Recorded 99th percentile of these requests' latency. */
  public double p99Millis() {
    return recordedP99.applyAsDouble(ONCE);
  }

  /** Recorded median of these requests' latency. */
  public double p50Millis() {
    return recordedP50.applyAsDouble(ONCE);
  }

  /** All calls with their callers in the first half. */
  public List<CallTarget> calls() {
    return chosenTimes.keySet().stream()
        .sorted(Comparator.comparing(CallTarget::toString))
        .toList();
  }

  /** Calls that are in a loop in at least 5 % of the first half's requests. */
  public List<CallTarget> loops() {
    Map<CallTarget, Integer> requests = new HashMap<>();
    for (Trace trace : choosing) {
      Loops.in(trace).forEach(called -> requests.merge(called, 1, Integer::sum));
    }
    return requests.entrySet().stream()
        .filter(entry -> entry.getValue() >= LEAST_LOOPING * choosing.size())
        .map(Map.Entry::getKey)
        .sorted(Comparator.comparing(CallTarget::toString))
        .toList();
  }

  /**
   * Returns the hedging of a call, with the least delay that this budget allows in the first half.
   */
  public Intervention.Hedged hedged(CallTarget called, double budget) {
    CallTimes times = chosenTimes.get(called);
    if (times == null) {
      throw new IllegalArgumentException("the first half of the requests has no call " + called);
    }
    return new Intervention.Hedged(called, times.quantileNanos(1 - budget) / NANOS_PER_MILLI);
  }

  /** Returns the limit of a stage to the median of its self times in the first half. */
  public Intervention.Capped capped(StageName stage) {
    double[] own =
        choosing.stream()
            .flatMap(trace ->
                StageVisit.of(trace, stage).stream().map(i -> StageVisit.ownMillis(trace, i)))
            .mapToDouble(Double::doubleValue)
            .sorted()
            .toArray();
    return new Intervention.Capped(
        stage, own.length == 0 ? 0 : own[TracedWorkflow.place(50, own.length)]);
  }

  /** Forecasts an intervention. */
  public Forecast of(Intervention intervention) {
    Together alone = of(List.of(intervention));
    CallTimes times =
        intervention instanceof Intervention.Hedged hedged
            ? scoredTimes.get(hedged.called())
            : null;
    return new Forecast(
        intervention,
        alone.p50(),
        alone.p99(),
        alone.mean(),
        times == null ? 0 : alone.copies() / (double) times.size());
  }

  /**
   * Joint forecast of several interventions.
   *
   * @param copies number of calls sent twice
   * @param copiesCost work of the copies, as a share of the work of all requests
   */
  public record Together(
      Forecast.Gain p50, Forecast.Gain p99, Forecast.Gain mean, int copies, double copiesCost) {}

  /** Forecasts several interventions at the same time. */
  public Together of(List<? extends Intervention> interventions) {
    List<Changes> all = new ArrayList<>();
    int copies = 0;
    double copiesWork = 0;
    for (Intervention intervention : interventions) {
      Changes changes = Changes.of(intervention, scored, scoredTimes, seed);
      all.add(changes);
      copies += changes.copies();
      if (intervention instanceof Intervention.Hedged hedged && changes.copies() > 0) {
        copiesWork += changes.copies() * work.perCall(hedged.called());
      }
    }
    double[] changed = recorded.clone();
    for (int request = 0; request < changed.length; request++) {
      List<Replay.Changed> ofRequest = new ArrayList<>();
      for (Changes changes : all) {
        Replay.Changed change = changes.of(request);
        if (change != null) {
          ofRequest.add(change);
        }
      }
      if (!ofRequest.isEmpty()) {
        Replay.Changed change =
            ofRequest.size() == 1 ? ofRequest.getFirst() : Changes.together(ofRequest);
        changed[request] = Replay.nanos(scored.get(request), change) / NANOS_PER_MILLI;
      }
    }
    List<double[]> after = PairedBootstrap.blocks(changed, BLOCKS);
    return new Together(
        gain(recordedP50, PairedBootstrap.percentile(after, 50)),
        gain(recordedP99, PairedBootstrap.percentile(after, 99)),
        gain(recordedMean, PairedBootstrap.mean(after)),
        copies,
        copiesWork / work.ofAll());
  }

  private Forecast.Gain gain(PairedBootstrap.Figure before, PairedBootstrap.Figure after) {
    PairedBootstrap.Figure gain = draw -> before.applyAsDouble(draw) - after.applyAsDouble(draw);
    List<Double> interval = bootstrap.spread(gain);
    return new Forecast.Gain(
        before.applyAsDouble(ONCE), gain.applyAsDouble(ONCE), interval.get(0), interval.get(1));
  }
}
