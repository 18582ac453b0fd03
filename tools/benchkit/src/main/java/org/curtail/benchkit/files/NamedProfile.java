package org.curtail.benchkit.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.SyntheticProfiles;

/** A profile that the user named: a file, or a built-in one. */
public final class NamedProfile {
  /**
   * Smallest and greatest time, a millionth of a millisecond to thirty years: numbers keep their
   * digits in this range.
   */
  private static final double LEAST_MS = 1e-6;

  private static final double MOST_MS = 1e12;

  private NamedProfile() {}

  /**
   * Finds a profile; one of {@link SyntheticProfiles#names} goes before a file of the same name.
   *
   * @throws UsageError if there is none, the file is no profile, or a time in it is out of range
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
   * Rejects times that no service has.
   *
   * @return the same profile
   * @throws UsageError if one is out of range
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

  /**
   * The profile's name in results: the name of the file without its folder and without {@code
   * .json}.
   */
  public static String name(Path file) {
    return Objects.requireNonNullElse(file.getFileName(), file)
        .toString()
        .replaceFirst("\\.json$", "");
  }
}
