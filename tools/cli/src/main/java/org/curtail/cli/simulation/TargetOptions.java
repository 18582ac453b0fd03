package org.curtail.cli.simulation;

import static java.util.Objects.requireNonNull;

import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** A tail and its target. */
public final class TargetOptions implements CommandWords.Options {
  @Option(
      names = {"--target-p99-ms", "--target-ms"},
      paramLabel = "X",
      description = "Limit of the tail, in milliseconds.")
  private @Nullable Double targetMs;

  @Option(
      names = "--percentile",
      paramLabel = "P",
      description = "Percentile of latency that is the tail. Default: ${DEFAULT-VALUE}.")
  private double percentile = 99;

  public double targetMs() {
    return requireNonNull(targetMs);
  }

  public double percentile() {
    return percentile;
  }

  /** True if the user gave a target. */
  public boolean isGiven() {
    return targetMs != null;
  }

  /** Rejects values that are out of range. */
  public void check() {
    OptionRules.percentile(percentile);
    if (targetMs != null) {
      OptionRules.above("--target-p99-ms", 0, targetMs, SimulatedTime.MOST_MS);
    }
  }

  /**
   * Rejects a missing target.
   *
   * @param hint a proposal for the message; may be empty
   */
  public void require(String hint) {
    if (targetMs == null) {
      throw OptionRules.missing(
          "--target-p99-ms",
          "the limit of the p%s, in milliseconds%s".formatted(Numbers.plain(percentile), hint));
    }
  }

  /** Rejects traces too short for this tail. */
  public void requireEnough(int requests) {
    if (!SampleSize.carries(requests, percentile)) {
      throw new UsageError(
          "--requests: expected at least %,d for a p%s, ten beyond it in each trace, found %,d"
              .formatted(SampleSize.fewest(percentile), Numbers.plain(percentile), requests));
    }
  }

  /**
   * Rejects a target that no policy can keep.
   *
   * @param aloneMs the tail of requests without competition
   * @param where words for the machine in the message: "on the machine"
   */
  public void requireReachable(double aloneMs, String where) {
    if (targetMs() < aloneMs) {
      throw new UsageError(
          "--target-p99-ms: expected at least %s, the p%s of requests that are alone %s, found %s"
              .formatted(
                  Numbers.significant(aloneMs),
                  Numbers.plain(percentile),
                  where,
                  Numbers.plain(targetMs())));
    }
  }

  /** The cores of a machine and the target: {@code 4 cores, p99 at most 900 ms}. */
  public String inWords(int cores) {
    return "%s %s, p%s at most %s"
        .formatted(
            Numbers.count(cores),
            cores == 1 ? "core" : "cores",
            Numbers.plain(percentile),
            Numbers.time(targetMs()));
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option("--target-p99-ms", Numbers.plain(targetMs()).replace(",", ""))
        .option("--percentile", Numbers.plain(percentile));
  }
}
