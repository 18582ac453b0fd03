package org.curtail.cli.simulate;

import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.sim.Arrivals;
import org.curtail.sim.BurstyArrivals;
import org.curtail.sim.PoissonArrivals;
import org.curtail.sim.RatePeriod;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for bursts of arrivals around a mean rate. */
public final class BurstOptions implements CommandWords.Options {
  private static final double MOST_MS = 1e9;
  private static final double MOST_FACTOR = 1e6;
  private static final double DEFAULT_BURST_MS = 1000;
  private static final double DEFAULT_CALM_MS = 9000;

  @Option(
      names = "--burst-factor",
      paramLabel = "F",
      description =
          "Bursts: F times as many requests arrive in them as between them; the mean rate is the same.")
  private @Nullable Double factor;

  @Option(
      names = "--burst-ms",
      paramLabel = "T",
      description = "Mean length of a burst in milliseconds. Default: 1000.")
  private @Nullable Double burstMs;

  @Option(
      names = "--calm-ms",
      paramLabel = "T",
      description = "Mean time between bursts in milliseconds. Default: 9000.")
  private @Nullable Double calmMs;

  /** True if bursts are asked for. */
  boolean isGiven() {
    return factor != null;
  }

  /**
   * Rejects lengths of bursts without bursts.
   *
   * @throws UsageError if such an option is given
   */
  void requireFactor() {
    OptionRules.needs(
        burstMs != null ? "--burst-ms" : "--calm-ms",
        factor == null && (burstMs != null || calmMs != null),
        "--burst-factor");
  }

  private double burst() {
    return burstMs == null ? DEFAULT_BURST_MS : burstMs;
  }

  private double calm() {
    return calmMs == null ? DEFAULT_CALM_MS : calmMs;
  }

  /**
   * Arrivals with a mean number of requests per second.
   *
   * @throws UsageError if an option is out of range
   */
  Arrivals at(double perSecond) {
    if (factor == null) {
      return new PoissonArrivals(perSecond);
    }
    OptionRules.number("--burst-factor", factor, 1, MOST_FACTOR);
    double inBurstMs = burst();
    double inCalmMs = calm();
    OptionRules.above("--burst-ms", 0, inBurstMs, MOST_MS);
    OptionRules.above("--calm-ms", 0, inCalmMs, MOST_MS);
    double calmPerSecond = perSecond * (inBurstMs + inCalmMs) / (factor * inBurstMs + inCalmMs);
    return new BurstyArrivals(
        new RatePeriod(factor * calmPerSecond, inBurstMs), new RatePeriod(calmPerSecond, inCalmMs));
  }

  @Override
  public void writeTo(CommandWords line) {
    if (factor != null) {
      line.option("--burst-factor", factor)
          .option("--burst-ms", burst())
          .option("--calm-ms", calm());
    }
  }
}
