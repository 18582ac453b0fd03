package org.curtail.app.commandline;

import java.util.List;
import java.util.stream.Collectors;

/** Words of a command line as a shell wants to see them. */
public final class CommandWords {
  private CommandWords() {}

  /** In single quotes where a word has anything but letters, digits and harmless signs. */
  public static String quoted(List<String> words) {
    return words.stream()
        .map(
            word -> word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" "));
  }
}
