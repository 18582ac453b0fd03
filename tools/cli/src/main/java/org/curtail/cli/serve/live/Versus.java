package org.curtail.cli.serve.live;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.curtail.benchkit.openloop.Arrivals;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.stats.PairedBootstrap;
import org.curtail.benchkit.stats.Ratio;
import org.jspecify.annotations.Nullable;

/**
 * A comparison of two policies on the same arrivals, in turn. The number of pairs of blocks is
 * fixed in advance: intervals that tighten on the page are no reason to stop. The verdict comes in
 * the end.
 */
final class Versus {
  /** Pairs of blocks of a comparison. */
  static final int PAIRS = 6;

  static {
    if (PAIRS < TooFew.FEWEST_BLOCKS) {
      throw new AssertionError("a verdict takes " + TooFew.FEWEST_BLOCKS + " blocks");
    }
  }

  /** Requests of a block that count: enough for a p99 in all blocks together. */
  private static final int COUNTED = (int) Math.ceilDiv(SampleSize.fewest(99), PAIRS) + 10;

  /** Requests at the begin of a block that do not count, since the server is empty then. */
  private static final int RAMP = 20;

  private static final long SLEEP_NANOS = 50_000_000;
  private static final List<Double> PERCENTILES = List.of(99.0, 95.0, 0.0);

  /** The server that both policies use. */
  interface Turns {
    /** Serves all requests by this policy from now on. */
    void serveBy(String policy);

    /**
     * Sends a request.
     *
     * @return latency in milliseconds from the intended moment; a failure if it had no result
     */
    CompletableFuture<Double> send(int query, long intendedNanos);
  }

  /**
   * The setting of a comparison.
   *
   * @param first name of the first policy, and its title for people
   * @param queries number of different queries
   */
  record Setting(
      String first,
      String firstTitle,
      String second,
      String secondTitle,
      double perSecond,
      int load,
      int queries,
      long seed) {
    Setting {
      if (first.equals(second)) {
        throw new IllegalArgumentException("expected two policies, found twice " + firstTitle);
      }
    }
  }

  /**
   * A compared figure.
   *
   * @param name {@code p99}, {@code p95} or {@code mean}
   * @param ratio first policy over the second; null as long as there are too few requests
   */
  record Figure(String name, @Nullable Ratio ratio) {
    String words() {
      Ratio known = ratio;
      if (known == null) {
        return "too few requests yet";
      }
      return String.format(
          Locale.ROOT, "×%.2f (%.2f to %.2f)", known.value(), known.low(), known.high());
    }
  }

  /**
   * The state of a comparison.
   *
   * @param turn the policy that serves at this moment, in words; empty in the end
   * @param verdict a sentence in the end, empty before
   */
  record Standing(
      Setting setting,
      int pairs,
      boolean running,
      String turn,
      List<Figure> figures,
      String verdict) {
    Standing {
      figures = List.copyOf(figures);
    }
  }

  private final Setting setting;
  private final Turns turns;
  private final BooleanSupplier stopped;
  private final Consumer<Standing> listener;
  private final List<double[]> first = new ArrayList<>();
  private final List<double[]> second = new ArrayList<>();
  private List<Figure> figures = List.of();
  private int failed;

  Versus(Setting setting, Turns turns, BooleanSupplier stopped, Consumer<Standing> listener) {
    this.setting = setting;
    this.turns = turns;
    this.stopped = stopped;
    this.listener = listener;
  }

  /** Compares. Returns after the last block, or soon after a stop. */
  void run() throws InterruptedException {
    var random = new Random(setting.seed);
    for (int pair = 0; pair < PAIRS; pair++) {
      Arrivals arrivals = Arrivals.poisson(RAMP + COUNTED, setting.queries, random);
      boolean firstBegins = random.nextBoolean();
      for (boolean isFirst : new boolean[] {firstBegins, !firstBegins}) {
        tell(
            true,
            String.format(
                Locale.ROOT,
                "Pair %d of %d: %s serves",
                pair + 1,
                PAIRS,
                isFirst ? setting.firstTitle : setting.secondTitle),
            "");
        double[] block = block(isFirst ? setting.first : setting.second, arrivals);
        if (stopped.getAsBoolean()) {
          tell(false, "", "Stopped: no verdict.");
          return;
        }
        (isFirst ? first : second).add(block);
      }
      figures = figures();
    }
    tell(false, "", failed > 0 ? voided() : verdict());
  }

  private void tell(boolean running, String turn, String verdict) {
    listener.accept(
        new Standing(
            setting, Math.min(first.size(), second.size()), running, turn, figures, verdict));
  }

  /** Serves a block, and returns the latencies that count, in milliseconds. */
  private double[] block(String policy, Arrivals arrivals) throws InterruptedException {
    turns.serveBy(policy);
    long beginNanos = System.nanoTime() + SLEEP_NANOS;
    var answers = new ArrayList<CompletableFuture<Double>>();
    for (int i = 0; i < arrivals.count() && !stopped.getAsBoolean(); i++) {
      long dueNanos = beginNanos + arrivals.dueNanos(i, setting.perSecond);
      long leftNanos = dueNanos - System.nanoTime();
      while (leftNanos > 0 && !stopped.getAsBoolean()) {
        LockSupport.parkNanos(Math.min(leftNanos, SLEEP_NANOS));
        if (Thread.interrupted()) {
          throw new InterruptedException();
        }
        leftNanos = dueNanos - System.nanoTime();
      }
      answers.add(turns.send(arrivals.queries()[i], dueNanos));
    }
    var latencies = new ArrayList<Double>();
    for (int i = 0; i < answers.size(); i++) {
      Double ms = answers.get(i).exceptionally(failure -> Double.NaN).join();
      if (ms.isNaN()) {
        failed++;
      } else if (i >= RAMP) {
        latencies.add(ms);
      }
    }
    return latencies.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private List<Figure> figures() {
    int blocks = first.size();
    if (blocks < 2) {
      return List.of();
    }
    var bootstrap = new PairedBootstrap(blocks, setting.seed);
    int requests = first.stream().mapToInt(block -> block.length).sum();
    return PERCENTILES.stream()
        .map(percentile ->
            new Figure(
                percentile == 0 ? "mean" : String.format(Locale.ROOT, "p%.0f", percentile),
                SampleSize.carries(requests, percentile)
                    ? bootstrap.ratio(figure(first, percentile), figure(second, percentile))
                    : null))
        .toList();
  }

  private static PairedBootstrap.Figure figure(List<double[]> blocks, double percentile) {
    return percentile == 0
        ? PairedBootstrap.mean(blocks)
        : PairedBootstrap.percentile(blocks, percentile);
  }

  private String voided() {
    return failed + (failed == 1 ? " request" : " requests") + " failed: no verdict.";
  }

  private String verdict() {
    for (Figure figure : figures) {
      Ratio ratio = figure.ratio;
      if (ratio != null && ratio.differs()) {
        double percent = 100 * Math.abs(1 - ratio.value());
        return String.format(
            Locale.ROOT,
            "%s %s %s by %.0f %% against %s, at load %d %%.",
            setting.firstTitle,
            ratio.value() < 1 ? "lowers" : "raises",
            figure.name.equals("mean") ? "the mean" : "the " + figure.name,
            percent,
            setting.secondTitle,
            setting.load);
      }
    }
    return String.format(
        Locale.ROOT,
        "No difference is shown between %s and %s at load %d %%.",
        setting.firstTitle,
        setting.secondTitle,
        setting.load);
  }
}
