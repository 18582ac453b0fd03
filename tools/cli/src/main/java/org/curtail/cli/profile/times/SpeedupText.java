package org.curtail.cli.profile.times;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.SyntheticProfiles;

/** Speedups as users write them: a law, a list, the name of a published service, a file. */
final class SpeedupText {
  private static final String NUMBER = "(\\d+\\.?\\d*|\\.\\d+)";
  private static final Pattern AMDAHL =
      Pattern.compile("amdahl:" + NUMBER + "(,fixed:" + NUMBER + "(us|ms|s))?");
  private static final Pattern ENTRY = Pattern.compile("(\\d{1,6})\\s*[:,;\\t]\\s*" + NUMBER);
  private static final double MOST_FIXED_MS = 1e9;

  private SpeedupText() {}

  /**
   * Reads speedups.
   *
   * @throws UsageError if they are invalid, with the reason
   */
  static SpeedupModel read(String text) {
    if (SyntheticProfiles.names().contains(text)) {
      return SpeedupModel.Published.named(text);
    }
    if (text.startsWith("amdahl")) {
      return amdahl(text);
    }
    if (!text.isEmpty() && Character.isDigit(text.charAt(0)) && text.contains(":")) {
      var speedups = new ArrayList<Double>();
      for (String entry : text.split(",", -1)) {
        add(entry, speedups, "--speedup");
      }
      return new SpeedupModel.Table(speedups);
    }
    return file(text);
  }

  private static SpeedupModel amdahl(String text) {
    Matcher parts = AMDAHL.matcher(text);
    if (!parts.matches()) {
      throw new UsageError(
          "--speedup: expected amdahl: and a share, and perhaps a fixed cost with us, ms or s, as in amdahl:0.9,fixed:50us, found '%s'"
              .formatted(Abbreviated.of(text)));
    }
    double share = Double.parseDouble(parts.group(1));
    if (share > 1) {
      throw new UsageError(
          "--speedup: amdahl: expected the share of a request that threads share, from 0 to 1, found %s"
              .formatted(parts.group(1)));
    }
    double fixedMs = 0;
    if (parts.group(2) != null) {
      fixedMs =
          switch (parts.group(4)) {
            case "us" -> Double.parseDouble(parts.group(3)) / 1000;
            case "ms" -> Double.parseDouble(parts.group(3));
            default -> Double.parseDouble(parts.group(3)) * 1000;
          };
    }
    if (fixedMs > MOST_FIXED_MS) {
      throw new UsageError(
          "--speedup: fixed: expected at most 1,000,000 s, found %s%s"
              .formatted(parts.group(3), parts.group(4)));
    }
    return new SpeedupModel.Amdahl(share, fixedMs);
  }

  /** Adds an entry; degree 1 may be included, and then degrees follow one by one. */
  private static void add(String entry, List<Double> speedups, String where) {
    Matcher parts = ENTRY.matcher(entry.strip());
    int next = speedups.size() + 2;
    if (!parts.matches()) {
      throw new UsageError(
          "%s: expected a degree and its speedup, as in 2:1.8, found '%s'"
              .formatted(where, Abbreviated.of(entry.strip())));
    }
    int degree = Integer.parseInt(parts.group(1));
    double speedup = Double.parseDouble(parts.group(2));
    if (degree == 1 && speedups.isEmpty()) {
      if (speedup != 1) {
        throw new UsageError(
            "%s: degree 1: expected a speedup of 1, found %s".formatted(where, parts.group(2)));
      }
      return;
    }
    if (degree != next) {
      throw new UsageError(
          "%s: expected the speedup of degree %d, found that of degree %d"
              .formatted(where, next, degree));
    }
    if (degree > ServiceTimeOptions.MOST_DEGREE) {
      throw new UsageError(
          "%s: expected degrees up to %d, found %d"
              .formatted(where, ServiceTimeOptions.MOST_DEGREE, degree));
    }
    if (!(speedup > 0 && speedup <= degree)) {
      throw new UsageError(
          "%s: degree %d: expected a speedup above 0 and at most %d, found %s"
              .formatted(where, degree, degree, parts.group(2)));
    }
    speedups.add(speedup);
  }

  private static SpeedupModel file(String text) {
    Path file;
    try {
      file = Path.of(text);
    } catch (InvalidPathException e) {
      throw unknown(text);
    }
    if (text.isBlank() || !Files.exists(file)) {
      throw unknown(text);
    }
    var speedups = new ArrayList<Double>();
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        String line = text(lines);
        boolean isHeader = lines.number() == 1 && line.matches("(?i)degree\\W+speedup");
        if (!line.isEmpty() && !line.startsWith("#") && !isHeader) {
          add(line, speedups, lines.where());
        }
      }
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (speedups.isEmpty()) {
      throw new UsageError(
          file + ": expected a line such as 2,1.8 for each degree from 2 on, found none");
    }
    return new SpeedupModel.Table(speedups);
  }

  private static String text(InputLines lines) {
    return lines.isTooLong() ? "(too long)" : lines.requireText().strip();
  }

  private static UsageError unknown(String text) {
    return new UsageError(
        "--speedup: expected a law such as amdahl:0.9,fixed:50us, a list such as 2:1.8,3:2.5, one of %s, or a file that there is, found '%s'%s"
            .formatted(
                String.join(", ", SyntheticProfiles.names()),
                Abbreviated.of(text),
                NearestName.hint(text, SyntheticProfiles.names())));
  }
}
