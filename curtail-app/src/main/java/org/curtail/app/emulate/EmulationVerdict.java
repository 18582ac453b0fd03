package org.curtail.app.emulate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.curtail.app.report.Numbers;
import org.curtail.app.results.Emulated;
import org.curtail.app.results.Noise;
import org.curtail.app.results.Verdict;

/** Says how far engine and simulator agree, and what makes a run doubtful. */
final class EmulationVerdict {
  /** Engine and simulator agree if their tails differ by no more. */
  private static final double CLOSE = 0.10;

  /** With more of the machine in use, threads queue for its cores. */
  private static final double MOST_BUSY = 0.5;

  private static final double GREATEST_CHUNK_ERROR = 0.01;

  /** Later wake-ups than this share of a p99 may show in it. */
  private static final double GREATEST_LATENESS = 0.02;

  private EmulationVerdict() {}

  /**
   * The verdict.
   *
   * @param ownShare share of this machine's CPU time that the emulation took
   */
  static Verdict of(List<Emulated> runs, Noise noise, double ownShare) {
    Emulated worst =
        runs.stream().max(Comparator.comparingDouble(EmulationVerdict::deviation)).orElseThrow();
    List<String> far =
        runs.stream().filter(run -> deviation(run) > CLOSE).map(EmulationVerdict::inWords).toList();
    String headline =
        far.isEmpty()
            ? "Engine and simulator agree: each emulated p99 is within %s of the simulated one, at most %s off (%s)."
                .formatted(
                    Numbers.percent(CLOSE), Numbers.percent(deviation(worst)), inWords(worst))
            : "Engine and simulator differ by more than %s at p99: %s."
                .formatted(Numbers.percent(CLOSE), String.join("; ", far));
    var details = new ArrayList<String>();
    details.add(
        "Means differ by at most %s, 95th percentiles by at most %s; same requests, same moments, same costs."
            .formatted(
                Numbers.percent(greatest(runs, run -> Math.abs(run.mean().value() - 1))),
                Numbers.percent(greatest(runs, run -> Math.abs(run.p95().value() - 1)))));
    details.add(
        "Chunks were off by at most %s in the mean; threads woke at most %s late in the median, %s at p99. The emulation took %s of this machine's CPU time."
            .formatted(
                Numbers.percent(greatest(runs, run -> Math.abs(run.chunkError()))),
                Numbers.time(greatest(runs, Emulated::wakeUpP50Ms)),
                Numbers.time(greatest(runs, Emulated::wakeUpP99Ms)),
                Numbers.percent(ownShare)));
    if (!far.isEmpty()) {
      details.add(
          "With a greater --scale this machine's lateness is smaller against requests: if they come closer, it was the reason, above all where threads are handed over often.");
    }
    details.addAll(doubts(runs, noise, ownShare));
    return new Verdict(headline, details);
  }

  /** What may have spoiled the runs: a sentence each. */
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

  private static double deviation(Emulated run) {
    return Math.abs(run.p99().value() - 1);
  }

  private static double greatest(List<Emulated> runs, ToDoubleFunction<Emulated> figure) {
    return runs.stream().mapToDouble(figure).max().orElseThrow();
  }

  private static String inWords(Emulated run) {
    return String.format(
        Locale.ROOT,
        "%s at %s requests/s, ratio %.2f",
        run.policy(),
        Numbers.plain(run.rps()),
        run.p99().value());
  }
}
