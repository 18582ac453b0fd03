package org.curtail.benchkit.latencylog;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Map;
import org.curtail.benchkit.text.Numbers;

/** Counts of broken lines of a log, by kind of error. Not thread-safe. */
final class BrokenLines {
  /** Kind of error in a line. */
  enum Kind {
    TEXT("not in UTF-8"),
    CLOSING("with a quote or a bracket that is not closed"),
    FIELDS("with another number of fields"),
    REQUEST("of a connection without a request"),
    MOMENT("without a time such as [10/Oct/2000:13:55:36 -0700]"),
    DURATION("without a duration");

    private final String words;

    Kind(String words) {
      this.words = words;
    }
  }

  private static final double MOST = 0.5;

  /** Number of lines with one kind of error, and the location of the first. */
  private record Count(int lines, String first) {}

  private final Map<Kind, Count> kinds = new EnumMap<>(Kind.class);
  private int lines;

  /** Counts a line, valid or broken. */
  void line() {
    lines++;
  }

  /** Counts the line as broken. */
  void add(Kind kind, String where) {
    kinds.merge(
        kind, new Count(1, where), (before, one) -> new Count(before.lines() + 1, before.first()));
  }

  boolean isEmpty() {
    return kinds.isEmpty();
  }

  private int left() {
    return kinds.values().stream().mapToInt(Count::lines).sum();
  }

  /** True if all lines are broken, and some lack a duration. */
  boolean areAllWithoutDuration() {
    return left() == lines && kinds.containsKey(Kind.DURATION);
  }

  boolean areMost() {
    return left() > MOST * lines;
  }

  /** Returns a text on the broken lines. */
  String words() {
    var each = new ArrayList<String>();
    kinds.forEach((kind, count) ->
        each.add(
            "%s %s (%s%s)"
                .formatted(
                    Numbers.count(count.lines()),
                    kind.words,
                    count.lines() == 1 ? "" : "the first: ",
                    count.first())));
    return "%s of %s lines broken: %s"
        .formatted(Numbers.count(left()), Numbers.count(lines), String.join("; ", each));
  }
}
