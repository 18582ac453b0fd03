package org.curtail.benchkit.emulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.curtail.benchkit.results.Emulated;
import org.curtail.benchkit.results.Interruption;
import org.curtail.benchkit.results.Noise;
import org.curtail.benchkit.results.Run;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.results.TooFew;
import org.curtail.benchkit.results.Verdict;
import org.curtail.benchkit.results.Verdict.Outcome;
import org.curtail.benchkit.stats.Ratio;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/** Findings on the agreement of engine and simulator, with doubts about a run. */
final class EmulationVerdict {
  /** Greatest difference of tails at which engine and simulator agree. */
  private static final double CLOSE = 0.10;

  /** Greatest used share of the machine; above it, threads wait for cores. */
  private static final double MOST_BUSY = 0.5;

  private static final double GREATEST_CHUNK_ERROR = 0.01;

  /** Greatest delay of wake-ups as a share of a p99; above it, the delay may change the tail. */
  private static final double GREATEST_LATENESS = 0.02;

  private static final Tail P95 = new Tail("p95", 95, Emulated::p95);

  /** Tails in order of preference; the verdict uses the first that all runs have. */
  private static final List<Tail> TAILS = List.of(new Tail("p99", 99, Emulated::p99), P95);

  private EmulationVerdict() {}

  private record Tail(String text, double percentile, Function<Emulated, Ratio> ratio) {
    static Optional<Tail> carriedBy(List<Run> runs) {
      return TAILS.stream()
          .filter(tail -> runs.stream().allMatch(run -> run.carries(tail.percentile)))
          .findFirst();
    }

    double deviation(Emulated run) {
      return Math.abs(ratio.apply(run).value() - 1);
    }

    String inWords(Emulated run) {
      return String.format(
          Locale.ROOT,
          "%s at %s requests/s, ratio %.2f",
          run.policy(),
          Numbers.plain(Math.round(run.rps() * 10) / 10.0),
          ratio.apply(run).value());
    }
  }

  /**
   * Returns the verdict.
   *
   * @param runs runs of the emulation
   * @param ownShare share of this machine's CPU time used by the emulation
   * @param blocks number of blocks of each policy and rate
   * @param stopped progress at which the user stopped; empty for a complete run
   */
  static Verdict of(
      List<Emulated> emulated,
      List<Run> runs,
      Noise noise,
      double ownShare,
      int blocks,
      Optional<Interruption> stopped) {
    var details = new ArrayList<String>();
    stopped.map(Interruption::sentence).ifPresent(details::add);
    Optional<Tail> tail = Tail.carriedBy(runs);
    List<String> doubts = doubts(emulated, noise, ownShare);
    details.add(means(emulated, tail.isPresent()));
    details.add(timing(emulated, ownShare));
    if (tail.isPresent() && !far(emulated, tail.get()).isEmpty()) {
      details.add(
          "With a greater --scale this machine's lateness is smaller against requests: if they come closer, it was the reason, above all where threads are handed over often.");
    }
    if (blocks < TooFew.FEWEST_BLOCKS) {
      details.add(
          "Policies are not compared with each other: that takes at least %d blocks."
              .formatted(TooFew.FEWEST_BLOCKS));
    }
    details.addAll(doubts);
    String headline =
        tail.map(judged -> headline(emulated, judged))
            .orElseGet(() ->
                "No verdict: %s requests for each policy and rate are too few to judge a tail; give at least %s."
                    .formatted(
                        Numbers.count(runs.stream().mapToInt(Run::requests).min().orElseThrow()),
                        Numbers.count(SampleSize.fewest(P95.percentile))));
    return new Verdict(headline, details, outcome(tail.isPresent(), blocks, doubts));
  }

  private static @Nullable Outcome outcome(boolean tail, int blocks, List<String> doubts) {
    if (!tail || blocks < TooFew.FEWEST_BLOCKS) {
      return Outcome.TOO_FEW;
    }
    return doubts.isEmpty() ? null : Outcome.TOO_BUSY;
  }

  private static String headline(List<Emulated> runs, Tail tail) {
    Emulated worst = runs.stream().max(Comparator.comparingDouble(tail::deviation)).orElseThrow();
    List<String> far = far(runs, tail);
    return far.isEmpty()
        ? "Engine and simulator agree: each emulated %s is within %s of the simulated one, at most %s off (%s)."
            .formatted(
                tail.text,
                Numbers.percent(CLOSE),
                Numbers.percent(tail.deviation(worst)),
                tail.inWords(worst))
        : "Engine and simulator differ by more than %s at %s: %s."
            .formatted(Numbers.percent(CLOSE), tail.text, String.join("; ", far));
  }

  private static List<String> far(List<Emulated> runs, Tail tail) {
    return runs.stream().filter(run -> tail.deviation(run) > CLOSE).map(tail::inWords).toList();
  }

  private static String means(List<Emulated> runs, boolean tail) {
    String means =
        "Means differ by at most "
            + Numbers.percent(greatest(runs, run -> Math.abs(run.mean().value() - 1)));
    String percentiles =
        tail
            ? ", 95th percentiles by at most " + Numbers.percent(greatest(runs, P95::deviation))
            : "";
    return means + percentiles + "; same requests, same moments, same costs.";
  }

  private static String timing(List<Emulated> runs, double ownShare) {
    return "Chunks were off by at most %s in the mean; threads woke at most %s late in the median, %s at p99. The emulation took %s of this machine's CPU time."
        .formatted(
            Numbers.percent(greatest(runs, run -> Math.abs(run.chunkError()))),
            Numbers.time(greatest(runs, Emulated::wakeUpP50Ms)),
            Numbers.time(greatest(runs, Emulated::wakeUpP99Ms)),
            Numbers.percent(ownShare));
  }

  /** Returns a sentence on each possible disturbance of the runs. */
  private static List<String> doubts(List<Emulated> runs, Noise noise, double ownShare) {
    var doubts = new ArrayList<String>();
    double busy = ownShare + Math.max(0, noise.stolenShare());
    if (busy > MOST_BUSY) {
      doubts.add(
          "Doubtful: this machine was %s busy, %s of it with others; run again when it is quiet, or with a greater --chunk-ms or --scale."
              .formatted(Numbers.percent(busy), Numbers.percent(Math.max(0, noise.stolenShare()))));
    }
    if (greatest(runs, run -> Math.abs(run.chunkError())) > GREATEST_CHUNK_ERROR) {
      doubts.add(
          "Doubtful: chunks were off by more than %s in the mean; run again when the machine is quiet, or with a greater --scale."
              .formatted(Numbers.percent(GREATEST_CHUNK_ERROR)));
    }
    if (runs.stream().anyMatch(run -> lateShare(run) > GREATEST_LATENESS)) {
      doubts.add(
          "Doubtful: threads woke so late that it may show at p99; run again when the machine is quiet, or with a greater --scale.");
    }
    return doubts;
  }

  private static double lateShare(Emulated run) {
    return run.wakeUpP99Ms() / run.simulatedP99Ms();
  }

  private static double greatest(List<Emulated> runs, ToDoubleFunction<Emulated> figure) {
    return runs.stream().mapToDouble(figure).max().orElseThrow();
  }
}
