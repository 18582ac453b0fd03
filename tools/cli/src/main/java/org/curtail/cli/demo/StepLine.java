package org.curtail.cli.demo;

import java.util.ArrayList;
import java.util.List;

/**
 * The command line of a step, without the name of the program.
 *
 * @param words command, options and values
 */
record StepLine(List<String> words) {
  StepLine {
    words = List.copyOf(words);
  }

  /** Returns a line of these words; lists are spliced in. */
  static StepLine line(Object... words) {
    return new StepLine(List.of()).and(words);
  }

  /** Returns the line with more words; lists are spliced in. */
  StepLine and(Object... more) {
    var all = new ArrayList<>(words);
    for (Object word : more) {
      if (word instanceof List<?> several) {
        several.forEach(one -> all.add(String.valueOf(one)));
      } else {
        all.add(String.valueOf(word));
      }
    }
    return new StepLine(all);
  }
}
