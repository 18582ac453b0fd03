package org.curtail.cli.simulate;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.curtail.Profile;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.policyruns.Rate;
import org.curtail.benchkit.steps.LoadSteps;
import org.curtail.benchkit.steps.RateSteps;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.sim.RecordedArrivals;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for arrivals of requests: at a rate or a load, in steps, or from a recording. */
public final class RateOptions implements CommandWords.Options {
  private static final String OWN_DEMANDS = "--own-demands";
  private static final List<Double> DEFAULT_LOADS = List.of(0.3, 0.5, 0.7);

  private static final int MOST = 1_000_000;
  private static final int LONGEST_NUMBER = 1_000;

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
          "In place of --rps: shares of the capacity of all cores with one thread a request. Default: 0.3,0.5,0.7.")
  private @Nullable List<Double> loads;

  @Option(
      names = "--rps-steps",
      paramLabel = "S",
      description =
          "In place of --rps: consecutive rates, which start again at the end, as in 30:60s,60:500ms.")
  private @Nullable String steps;

  @Option(
      names = "--arrivals",
      paramLabel = "FILE",
      description =
          "In place of --rps: arrival times of requests, a time in milliseconds a line, plain or gzip.")
  private @Nullable Path recording;

  @Option(
      names = OWN_DEMANDS,
      description =
          "With --arrivals: the first arrival is that of the profile's first request, and so on, as curtail profile --arrivals-out writes them. This keeps the dependence of demand on load. Default: requests are drawn independently.")
  private boolean ownDemands;

  private @Nullable RecordedArrivals recorded;

  @Mixin private final BurstOptions bursts = new BurstOptions();

  /**
   * The rates in the order given.
   *
   * @throws UsageError if there is no rate, if there are two kinds of rates, if a rate is given
   *     twice or is not positive, or if a file of arrivals cannot be read
   */
  public List<Rate> rates(Profile profile, int cores) {
    requireOneKind();
    if (steps != null) {
      LoadSteps parsed = RateSteps.parse("--rps-steps", steps);
      return List.of(Rate.of(parsed.meanPerSecond(), parsed.arrivals(), profile, cores));
    }
    if (recording != null) {
      RecordedArrivals arrivals = recorded(recording);
      double perSecond =
          1000 * (arrivals.arrivalsMs().size() - 1) / arrivals.arrivalsMs().getLast();
      return List.of(Rate.of(perSecond, arrivals, profile, cores));
    }
    List<Double> perSecond;
    if (rps != null) {
      Rate.check("--rps", rps);
      perSecond = rps;
    } else {
      List<Double> shares = loads == null ? DEFAULT_LOADS : loads;
      Rate.check("--load", shares);
      double capacity = Rate.capacity(profile, cores);
      perSecond = shares.stream().map(share -> (Double) (share * capacity)).toList();
    }
    return perSecond.stream().map(rate -> Rate.of(rate, bursts.at(rate), profile, cores)).toList();
  }

  /** True if the option {@code --own-demands} is given, valid or not. */
  boolean areOwnDemands() {
    return ownDemands;
  }

  /**
   * True if each arrival has the demand of the profile's request of the same number.
   *
   * @param repeats runs of each policy
   * @throws UsageError if arrivals were not recorded, or the profile does not have each request
   *     once. Also if more than one run is asked for, because all would be the same
   */
  boolean ownDemands(Profile profile, int repeats) {
    if (!ownDemands) {
      return false;
    }
    if (recording == null) {
      throw OptionRules.needs(OWN_DEMANDS, "--arrivals");
    }
    OptionRules.excludes("--repeats", repeats > 1, OWN_DEMANDS);
    int arrivals = recorded(recording).arrivalsMs().size();
    if (profile.requests() != arrivals) {
      throw new UsageError(
          "%s: expected as many requests in the profile as --arrivals has, %,d, found %,d"
              .formatted(OWN_DEMANDS, arrivals, profile.requests()));
    }
    for (int r = 0; r < profile.requests(); r++) {
      if (profile.weight(r) != 1) {
        throw new UsageError(
            "%s: expected a profile in which each request counts once, found one that counts %s times"
                .formatted(OWN_DEMANDS, plain(profile.weight(r))));
      }
    }
    return true;
  }

  private void requireOneKind() {
    bursts.requireFactor();
    var given = new ArrayList<String>();
    if (rps != null) {
      given.add("--rps");
    }
    if (steps != null) {
      given.add("--rps-steps");
    }
    if (recording != null) {
      given.add("--arrivals");
    }
    if (loads != null && !given.isEmpty()) {
      throw OptionRules.excludes("--load", given.getFirst());
    }
    if (given.size() > 1) {
      throw OptionRules.excludes(given.get(1), given.get(0));
    }
    if (bursts.isGiven() && (steps != null || recording != null)) {
      throw OptionRules.excludes("--burst-factor", given.getFirst());
    }
  }

  @Override
  public void writeTo(CommandWords line) {
    if (steps != null) {
      line.option("--rps-steps", steps);
    } else if (recording != null) {
      line.option("--arrivals", recording).flag(OWN_DEMANDS, ownDemands);
    } else {
      if (rps == null) {
        line.option("--load", text(loads == null ? DEFAULT_LOADS : loads));
      } else {
        line.option("--rps", text(rps));
      }
      line.all(bursts);
    }
  }

  /**
   * Number of recorded arrivals, if they were recorded.
   *
   * @throws UsageError if the file of arrivals cannot be read
   */
  public Optional<Integer> recorded() {
    return Optional.ofNullable(recording).map(file -> recorded(file).arrivalsMs().size());
  }

  private RecordedArrivals recorded(Path file) {
    if (recorded == null) {
      recorded = readArrivals(file);
    }
    return recorded;
  }

  /** The file of arrivals; null if they were not recorded. */
  @Nullable Path recording() {
    return recording;
  }

  private static String text(List<Double> values) {
    return values.stream().map(RateOptions::plain).collect(Collectors.joining(","));
  }

  private static String plain(double value) {
    return String.valueOf(value).replaceFirst("\\.0$", "");
  }

  /**
   * Reads all times, without blank lines. Times count from the first one.
   *
   * @throws UsageError if a time is not a number or is earlier than the one before, or if there are
   *     fewer than two times or too many; the message names file and line
   */
  private static RecordedArrivals readArrivals(Path file) {
    List<Double> arrivalsMs = new ArrayList<>();
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (!lines.blank()) {
          arrivalsMs.add(arrivalMs(lines, arrivalsMs));
        }
        if (arrivalsMs.size() > MOST) {
          throw new UsageError("%s: expected at most %,d arrivals".formatted(lines.where(), MOST));
        }
      }
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (arrivalsMs.isEmpty() || arrivalsMs.getLast() <= arrivalsMs.getFirst()) {
      throw new UsageError(
          "%s: expected arrivals at two different times at least, found %s"
              .formatted(file, arrivalsMs.isEmpty() ? "none" : "one"));
    }
    double originMs = arrivalsMs.getFirst();
    return new RecordedArrivals(arrivalsMs.stream().map(ms -> ms - originMs).toList());
  }

  private static double arrivalMs(InputLines lines, List<Double> before) {
    String text;
    if (lines.length() > LONGEST_NUMBER) {
      throw new UsageError(
          "%s: expected a time in milliseconds, found a line of more than %,d bytes"
              .formatted(lines.where(), LONGEST_NUMBER));
    }
    try {
      text = lines.text().strip();
    } catch (CharacterCodingException e) {
      throw new UsageError(lines.where() + ": expected a time in milliseconds, found no text", e);
    }
    double ms;
    try {
      ms = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UsageError(
          "%s: expected a time in milliseconds, found '%s'".formatted(lines.where(), text), e);
    }
    if (!Double.isFinite(ms)) {
      throw new UsageError("%s: expected a finite time, found '%s'".formatted(lines.where(), text));
    }
    if (!before.isEmpty() && ms < before.getLast()) {
      throw new UsageError(
          "%s: expected at least the %s ms of the line before, found %s"
              .formatted(lines.where(), before.getLast(), text));
    }
    return ms;
  }
}
