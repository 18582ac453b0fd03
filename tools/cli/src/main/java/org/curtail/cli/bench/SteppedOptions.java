package org.curtail.cli.bench;

import java.util.Optional;
import org.curtail.benchkit.steps.LoadSteps;
import org.curtail.benchkit.steps.RateSteps;
import org.curtail.benchkit.steps.SteppedLoad;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for a changing load. */
final class SteppedOptions {
  private static final String STEPS = "--rps-steps";
  private static final String WINDOW = "--moving-average";

  @Option(
      names = STEPS,
      paramLabel = "S",
      description =
          "In place of --load and --requests: consecutive rates, as in 30:60s,60:60s,30:60s. All policies get the same arrivals in each repeat.")
  private @Nullable String text;

  @Option(
      names = WINDOW,
      paramLabel = "T",
      description =
          "With --rps-steps: period over which the picture averages latency. Default: 30s, or half the shortest step if that is less.")
  private @Nullable String window;

  boolean isAsked() {
    return text != null;
  }

  /**
   * The steps of a changing load; empty if the load is constant.
   *
   * @throws UsageError if the steps are invalid, or the window is too long for them
   */
  Optional<SteppedLoad> load() {
    if (text == null) {
      OptionRules.needs(WINDOW, window != null, STEPS);
      return Optional.empty();
    }
    LoadSteps steps = RateSteps.parse(STEPS, text);
    double windowMs =
        window == null ? SteppedLoad.defaultWindowMs(steps) : RateSteps.durationMs(WINDOW, window);
    if (windowMs > steps.shortestMs() / 2) {
      throw new UsageError(
          "%s: expected at most half the shortest step, %s, found %s"
              .formatted(WINDOW, LoadSteps.duration(steps.shortestMs() / 2), window));
    }
    try {
      return Optional.of(new SteppedLoad(steps, windowMs));
    } catch (IllegalArgumentException e) {
      throw new UsageError(STEPS + ": " + e.getMessage(), e);
    }
  }

  /**
   * Rejects another option beside a changing load.
   *
   * @param why text after the option's name in messages; may be empty
   * @throws UsageError if both are given
   */
  void requireNone(String option, @Nullable Object value, String why) {
    OptionRules.excludes(option, text != null && value != null, STEPS + why);
  }

  /** Writes the options to a command line with the same changes of load. */
  static void write(SteppedLoad load, CommandWords line) {
    line.option(STEPS, load.steps().text()).option(WINDOW, LoadSteps.duration(load.windowMs()));
  }
}
