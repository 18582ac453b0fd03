package org.curtail.cli.plan;

import java.nio.file.Path;
import org.curtail.Profile;
import org.curtail.benchkit.files.NamedProfile;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.plan.Binning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the demand of a plan, and for simplifying it. */
public final class DemandOptions {
  /** Limit of requests; more need over a minute and one or two gigabytes. */
  private static final int MOST_REQUESTS = 1_000_000;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description =
          "A profile: a file, as curtail profile writes it, or one like a paper's:"
              + " few-to-many-lucene, few-to-many-bing, adaptive-bing.")
  private Path file = Path.of("");

  @Option(
      names = "--bins",
      paramLabel = "N",
      description =
          "Plan for at most N groups of requests, equally wide in sequential time, as profiles of very many requests need; predictions are for all requests. Default: none.")
  private @Nullable Integer bins;

  @Option(
      names = "--aggregate-speedups",
      description =
          "Plan as if all requests had the same speedup at each degree, that of all work together; predictions are for the measured requests.")
  private boolean aggregateSpeedups;

  /** The file of the profile. */
  public Path file() {
    return file;
  }

  /**
   * Reads the profile and simplifies it for the planner.
   *
   * @throws UsageError if the file is no profile, an option is out of range, or there are too many
   *     requests to plan for each
   */
  public Demand read() {
    if (bins != null) {
      OptionRules.whole("--bins", bins, 1, MOST_REQUESTS);
    }
    Profile all = readAll();
    if (bins == null && all.requests() > MOST_REQUESTS) {
      throw new UsageError(
          "--bins is missing: expected a number of groups, since %s has %,d requests, more than %,d; 100000 bins keep the mean at every degree"
              .formatted(file, all.requests(), MOST_REQUESTS));
    }
    Profile planned = aggregateSpeedups ? Binning.aggregateSpeedups(all) : all;
    if (bins != null) {
      planned = Binning.byDemand(planned, bins);
    }
    return new Demand(file, all, planned, bins, aggregateSpeedups);
  }

  /**
   * Reads the whole profile.
   *
   * @throws UsageError if the file is no profile, or a time in it is out of range
   */
  public Profile readAll() {
    return NamedProfile.find(file);
  }
}
