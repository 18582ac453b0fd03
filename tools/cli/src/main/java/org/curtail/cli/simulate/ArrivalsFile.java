package org.curtail.cli.simulate;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.sim.RecordedArrivals;

/** Times of arrivals, one a line in milliseconds since any moment; plain or gzip. */
final class ArrivalsFile {
  private static final int MOST = 1_000_000;
  private static final int LONGEST_NUMBER = 1_000;

  private ArrivalsFile() {}

  /**
   * Reads all of them; blank lines are left alone. Times count from the first.
   *
   * @throws Misuse naming file and line if one is not a number or earlier than the one before; if
   *     there are fewer than two moments, or too many
   */
  static RecordedArrivals read(Path file) {
    List<Double> arrivalsMs = new ArrayList<>();
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (!lines.blank()) {
          arrivalsMs.add(time(lines, arrivalsMs));
        }
        if (arrivalsMs.size() > MOST) {
          throw new Misuse("%s: expected at most %,d arrivals".formatted(lines.where(), MOST));
        }
      }
    } catch (IOException e) {
      throw new Misuse(file + ": cannot be read: " + Failure.reason(e), e);
    }
    if (arrivalsMs.isEmpty() || arrivalsMs.getLast() <= arrivalsMs.getFirst()) {
      throw new Misuse(
          "%s: expected arrivals at two moments at least, found %s"
              .formatted(file, arrivalsMs.isEmpty() ? "none" : "one"));
    }
    double originMs = arrivalsMs.getFirst();
    return new RecordedArrivals(arrivalsMs.stream().map(ms -> ms - originMs).toList());
  }

  private static double time(InputLines lines, List<Double> before) {
    String text;
    if (lines.length() > LONGEST_NUMBER) {
      throw new Misuse(
          "%s: expected a time in milliseconds, found a line of more than %,d bytes"
              .formatted(lines.where(), LONGEST_NUMBER));
    }
    try {
      text = lines.text().strip();
    } catch (CharacterCodingException e) {
      throw new Misuse(lines.where() + ": expected a time in milliseconds, found no text", e);
    }
    double ms;
    try {
      ms = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new Misuse(
          "%s: expected a time in milliseconds, found '%s'".formatted(lines.where(), text), e);
    }
    if (!Double.isFinite(ms)) {
      throw new Misuse("%s: expected a finite time, found '%s'".formatted(lines.where(), text));
    }
    if (!before.isEmpty() && ms < before.getLast()) {
      throw new Misuse(
          "%s: expected at least the %s ms of the line before, found %s"
              .formatted(lines.where(), before.getLast(), text));
    }
    return ms;
  }
}
