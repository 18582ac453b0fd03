package org.curtail.cli.commandline;

import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.curtail.benchkit.terminal.Console;
import picocli.CommandLine.Model.CommandSpec;

/**
 * What a user can do with what a command has made, or has not. A line that is printed runs as it
 * stands: it calls the program as the user did, and writes only where no file is.
 */
public final class NextStep {
  private NextStep() {}

  /**
   * Says a command that goes on from here, unless this one is a step of another, which goes on.
   *
   * @param words options and values; a collection stands for its words
   */
  public static void say(CommandSpec command, Console console, Object... words) {
    if (command.parent() != null) {
      console.say("Next: " + line(words));
    }
  }

  /**
   * Says how to draw results that were written.
   *
   * @param page where to, or with a number if it is taken
   */
  public static void sayReport(CommandSpec command, Console console, Path results, String page) {
    say(command, console, "report", results, "--out", free(page));
  }

  /** The line of a command that goes on from here. */
  private static String line(Object... words) {
    var line = new ArrayList<>(List.of(CommandWords.program()));
    for (Object word : words) {
      if (word instanceof Collection<?> several) {
        several.forEach(each -> line.add(each.toString()));
      } else {
        line.add(word.toString());
      }
    }
    return CommandWords.quoted(line);
  }

  /** Says that nothing was kept, and how to keep it. */
  public static void sayNotWritten(CommandSpec command, Console console, String what, String file) {
    var words = new ArrayList<Object>();
    if (command.parent() == null) {
      words.add(command.name());
    }
    words.addAll(command.commandLine().getParseResult().originalArgs());
    words.addAll(List.of("--out", free(file)));
    console.say("Nothing was written: %s is only shown above. To keep it:".formatted(what));
    console.say("  " + line(words));
  }

  /**
   * A name for a file or folder that a next command makes: this one, or with a number if it is
   * taken.
   */
  public static Path free(String name) {
    int dot = name.lastIndexOf('.');
    int end = dot < 0 ? name.length() : dot;
    Path place = Path.of(name);
    for (int i = 2; Files.exists(place, LinkOption.NOFOLLOW_LINKS); i++) {
      place = Path.of(name.substring(0, end) + "-" + i + name.substring(end));
    }
    return place;
  }
}
