package org.curtail.diagnose;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.curtail.signals.Stint;

/** Counts by phase as text, since events cannot have lists. */
final class PhaseText {
  private static final int NUMBERS = 3;

  private PhaseText() {}

  static String of(List<Stint.PhaseCount> phases) {
    return phases.stream()
        .map(it -> "%d %d %d".formatted(it.phase(), it.cycles(), it.instructions()))
        .collect(Collectors.joining(" "));
  }

  /**
   * Parses the text.
   *
   * @throws IllegalArgumentException if the text is not from {@link #of}
   */
  static List<Stint.PhaseCount> parse(String text) {
    if (text.isEmpty()) {
      return List.of();
    }
    List<String> words = List.of(text.split(" ", -1));
    try {
      var phases = new ArrayList<Stint.PhaseCount>();
      for (int i = 0; i < words.size(); i += NUMBERS) {
        phases.add(
            new Stint.PhaseCount(
                Integer.parseInt(words.get(i)),
                Long.parseLong(words.get(i + 1)),
                Long.parseLong(words.get(i + 2))));
      }
      return phases;
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new IllegalArgumentException(
          "field phases of a curtail.Stint must have phase, cycles and instructions of each phase: "
              + text,
          e);
    }
  }
}
