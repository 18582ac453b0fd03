package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToDoubleFunction;
import org.curtail.testkit.Cases;
import org.curtail.traces.KnownShop;
import org.curtail.traces.KnownShop.Times;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests whether intervals contain the true value in the stated share of 100 recordings. The true
 * value is that of a recording a hundred times as long.
 */
@Timeout(300)
class CoverageTest {
  private static final int REQUESTS = 4_000;
  private static final int LONG = Cases.count(100_000, 400_000);
  private static final double DELAY_MS = 6;
  private static final StageName SEARCH = new StageName("search", "Find");
  private static final StageName STOCK = new StageName("stock", "GetStock");
  private static final StageName TILL = new StageName("till", "GetTotal");
  private static final CallTarget STOCK_CALL = new CallTarget("front", STOCK);

  private static final List<Times> TRUTH = new KnownShop(987_654, LONG).times();

  private static double p99(ToDoubleFunction<Times> latency) {
    double[] sorted = TRUTH.stream().mapToDouble(latency).sorted().toArray();
    return sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
  }

  /** The intervals with hedged calls of stock. */
  private static double p99Hedged() {
    var random = new SplittableRandom(1);
    return p99(times -> {
      double latency = times.latency();
      for (double stock : new double[] {times.stock(), times.stockAgain()}) {
        if (stock > DELAY_MS) {
          latency -= stock - Math.min(stock, DELAY_MS + KnownShop.stock(random));
        }
      }
      return latency;
    });
  }

  private static Map<String, Double> shares(int recordings) {
    double asIs = p99(Times::latency);
    double faster = asIs - p99(times -> times.latency() - 0.2 * times.searches());
    double hedged = asIs - p99Hedged();
    Map<StageName, Double> more = blame();
    Map<String, Double> covered = new LinkedHashMap<>();
    for (int seed = 1; seed <= recordings; seed++) {
      TracedWorkflow workflow =
          TracedWorkflow.of(new KnownShop(seed, REQUESTS).traces()).getFirst();
      WhatIf whatIf = WhatIf.of(workflow, seed);
      count(covered, "faster", whatIf.of(new Intervention.Faster(SEARCH, 0.2)).p99(), faster);
      count(
          covered,
          "hedged",
          whatIf.of(new Intervention.Hedged(STOCK_CALL, DELAY_MS)).p99(),
          hedged);
      for (PathBlame.Blamed stage : PathBlame.of(workflow).stages()) {
        Double truth = more.get(stage.stage());
        if (truth != null) {
          boolean holds = stage.lowMillis() <= truth && truth <= stage.highMillis();
          covered.merge("blame of " + stage.stage(), holds ? 1.0 : 0.0, Double::sum);
        }
      }
    }
    covered.replaceAll((what, count) -> count / recordings);
    return covered;
  }

  private static void count(
      Map<String, Double> covered, String what, Forecast.Gain gain, double truth) {
    boolean holds = gain.lowMillis() <= truth && truth <= gain.highMillis();
    covered.merge(what, holds ? 1.0 : 0.0, Double::sum);
  }

  /** The excess of slow requests over typical ones at each stage. */
  private static Map<StageName, Double> blame() {
    List<Times> sorted = TRUTH.stream().sorted(Comparator.comparingDouble(Times::latency)).toList();
    List<Times> slow = sorted.subList(LONG - LONG / 100, LONG);
    List<Times> usual = sorted.subList(LONG * 2 / 5, LONG * 3 / 5);
    return Map.of(
        SEARCH, more(slow, usual, times -> times.searches()),
        STOCK, more(slow, usual, times -> times.stocks()),
        TILL, more(slow, usual, times -> times.waiting() + times.till()));
  }

  private static double more(List<Times> slow, List<Times> usual, ToDoubleFunction<Times> of) {
    return slow.stream().mapToDouble(of).average().orElseThrow()
        - usual.stream().mapToDouble(of).average().orElseThrow();
  }

  @Test
  void intervalsOfAFewRecordingsMostlyContainTheTruth() {
    shares(12).forEach((what, share) -> assertThat(share).as(what).isGreaterThan(0.6));
  }

  @Test
  @Tag("long")
  void nineOfTenIntervalsOfManyRecordingsContainTheTruth() {
    Map<String, Double> shares = shares(400);
    shares.forEach((what, share) -> assertThat(share).as(what).isGreaterThan(0.9));
  }
}
