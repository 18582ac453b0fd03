package org.curtail.app.commandline;

import java.util.ArrayList;
import java.util.List;
import org.curtail.measurement.terminal.Console;
import picocli.CommandLine.Model.CommandSpec;

/** What a user can do with what a command has made, or has not. */
public final class NextStep {
  private NextStep() {}

  /** Says a command that goes on from here, unless this one is a step of another, which goes on. */
  public static void say(CommandSpec command, Console console, Object... words) {
    if (command.parent() != null) {
      var line = new ArrayList<>(List.of("curtail"));
      for (Object word : words) {
        line.add(word.toString());
      }
      console.say("Next: " + CommandWords.quoted(line));
    }
  }

  /** Says that nothing was kept, and how to keep it. */
  public static void sayNotWritten(CommandSpec command, Console console, String what, String file) {
    var line = new ArrayList<>(List.of("curtail"));
    if (command.parent() == null) {
      line.add(command.name());
    }
    line.addAll(command.commandLine().getParseResult().originalArgs());
    line.addAll(List.of("--out", file));
    console.say("Nothing was written: %s is only shown above. To keep it:".formatted(what));
    console.say("  " + CommandWords.quoted(line));
  }
}
