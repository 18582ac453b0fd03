package org.curtail.app.simulate;

import java.util.HashSet;
import java.util.List;
import java.util.stream.Collectors;
import org.curtail.Profile;
import org.curtail.app.terminal.Misuse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How often requests arrive: as a rate or as a load. */
public final class RateOptions {
  private static final List<Double> DEFAULT_LOADS = List.of(0.3, 0.5, 0.7);

  @Option(
      names = "--rps",
      split = ",",
      paramLabel = "R",
      description = "Requests per second; a run for each.")
  private @Nullable List<Double> rps;

  @Option(
      names = "--load",
      split = ",",
      paramLabel = "L",
      description =
          "In place of --rps: shares of the rate that all cores carry with one thread a request."
              + " Default: 0.3,0.5,0.7.")
  private @Nullable List<Double> loads;

  /**
   * The rates in the order given.
   *
   * @throws Misuse if there are none, both kinds, one twice or one that is not positive
   */
  public List<Rate> rates(Profile profile, int cores) {
    if (rps != null && loads != null) {
      throw new Misuse("--load: expected none with --rps, found " + text(loads));
    }
    if (rps != null) {
      check("--rps", rps);
      return rps.stream().map(rate -> Rate.ofPerSecond(rate, profile, cores)).toList();
    }
    List<Double> shares = loads == null ? DEFAULT_LOADS : loads;
    check("--load", shares);
    return shares.stream().map(load -> Rate.ofLoad(load, profile, cores)).toList();
  }

  /** The options as words of a command line that gives the same rates. */
  public List<String> words() {
    return rps == null
        ? List.of("--load", text(loads == null ? DEFAULT_LOADS : loads))
        : List.of("--rps", text(rps));
  }

  private static void check(String option, List<Double> values) {
    if (values.isEmpty()) {
      throw new Misuse(option + ": expected at least one number, found none");
    }
    for (double value : values) {
      if (!(value > 0) || Double.isInfinite(value)) {
        throw new Misuse(option + ": expected numbers above 0, found " + plain(value));
      }
    }
    if (new HashSet<>(values).size() < values.size()) {
      throw new Misuse(option + ": expected each number once, found " + text(values));
    }
  }

  private static String text(List<Double> values) {
    return values.stream().map(RateOptions::plain).collect(Collectors.joining(","));
  }

  private static String plain(double value) {
    return String.valueOf(value).replaceFirst("\\.0$", "");
  }
}
