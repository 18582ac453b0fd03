package org.curtail.benchkit.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.SyntheticProfiles;

/** A profile named by the user: a file, or a built-in profile. */
public final class NamedProfile {
  /** Least time in milliseconds; in the range up to thirty years, numbers keep their digits. */
  private static final double LEAST_MS = 1e-6;

  private static final double MOST_MS = 1e12;

  private NamedProfile() {}

  /**
   * Finds a profile. One of {@link SyntheticProfiles#names} precedes a file of the same name.
   *
   * @throws UsageError if the file does not exist or is no profile, or if a time is out of range
   */
  public static Profile find(Path file) {
    if (SyntheticProfiles.names().contains(file.toString())) {
      return SyntheticProfiles.named(file.toString());
    }
    if (!Files.exists(file)) {
      throw new UsageError(
          "no such file: %s%s"
              .formatted(file, NearestName.hint(file.toString(), SyntheticProfiles.names())));
    }
    return checked(file, JsonFile.PROFILE.read(file));
  }

  /**
   * Rejects impossible times.
   *
   * @return the same profile
   * @throws UsageError if a time is out of range
   */
  static Profile checked(Path file, Profile profile) {
    for (int r = 0; r < profile.requests(); r++) {
      for (int degree = 1; degree <= profile.maxDegree(); degree++) {
        double timeMs = profile.timeMs(r, degree);
        if (timeMs < LEAST_MS || timeMs > MOST_MS) {
          throw new UsageError(
              "%s, timesMs[%d][%d]: expected a time from %s to %s ms, found %s"
                  .formatted(file, r, degree - 1, LEAST_MS, MOST_MS, timeMs));
        }
      }
    }
    return profile;
  }

  /** Returns the name in results: that of the file, without folder and {@code .json}. */
  public static String name(Path file) {
    return Objects.requireNonNullElse(file.getFileName(), file)
        .toString()
        .replaceFirst("\\.json$", "");
  }
}
