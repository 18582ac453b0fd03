package org.curtail.app.plan;

import java.nio.file.Path;
import org.curtail.Profile;
import org.curtail.app.files.ProfileFile;
import org.curtail.app.terminal.Misuse;
import org.curtail.plan.Binning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The demand to plan for, and how to make it shorter. */
public final class DemandOptions {
  /** A minute and a gigabyte or two; bins give the same table to a step or two. */
  private static final int MOST_REQUESTS = 1_000_000;

  @Option(
      names = "--profile",
      required = true,
      paramLabel = "FILE",
      description = "Profile, as curtail profile writes it.")
  private Path file = Path.of("");

  @Option(
      names = "--bins",
      paramLabel = "N",
      description =
          "Group requests by sequential time into at most N bins of equal width, for profiles of"
              + " very many requests. Default: none.")
  private @Nullable Integer bins;

  @Option(
      names = "--aggregate-speedups",
      description = "Give all requests the same speedup at each degree, that of all work together.")
  private boolean aggregateSpeedups;

  /** The file of the profile. */
  public Path file() {
    return file;
  }

  /**
   * Reads the profile and makes it shorter as asked.
   *
   * @throws Misuse if the file is no profile, an option is out of range, or there are too many
   *     requests to plan for each
   */
  public Profile read() {
    if (bins != null && bins < 1) {
      throw new Misuse("--bins: expected a number of at least 1, found " + bins);
    }
    Profile profile = ProfileFile.read(file);
    if (bins == null && profile.requests() > MOST_REQUESTS) {
      throw new Misuse(
          "--bins: expected with more than %,d requests, of which %s has %,d; 100000 bins keep the mean at every degree"
              .formatted(MOST_REQUESTS, file, profile.requests()));
    }
    if (aggregateSpeedups) {
      profile = Binning.aggregateSpeedups(profile);
    }
    return bins == null ? profile : Binning.byDemand(profile, bins);
  }
}
