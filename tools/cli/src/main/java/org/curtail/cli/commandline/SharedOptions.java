package org.curtail.cli.commandline;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.text.Output;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/**
 * Options of every sub-command, and hints on the next command. A printed command runs unchanged: it
 * calls the program as the user did, and writes only files that do not exist yet.
 */
public final class SharedOptions {
  @Option(
      names = "--json",
      description = "Print the result as JSON on standard output, and nothing else there.")
  public boolean json;

  @Option(names = "--debug", description = "On failure, print the stack trace too.")
  public boolean debug;

  /** The command that has these options. */
  @Spec(Spec.Target.MIXEE)
  @SuppressWarnings("NullAway.Init") // picocli sets it.
  public CommandSpec command;

  /** Console of the command; set before it runs. */
  public Console console = Console.system();

  /**
   * The shared options of the innermost given command. If that has none, default ones without a
   * command.
   */
  public static SharedOptions of(ParseResult parsed) {
    ParseResult innermost = parsed;
    while (innermost.hasSubcommand()) {
      innermost = innermost.subcommand();
    }
    return innermost.commandSpec().mixins().values().stream()
        .map(CommandSpec::userObject)
        .filter(SharedOptions.class::isInstance)
        .map(SharedOptions.class::cast)
        .findFirst()
        .orElseGet(SharedOptions::new);
  }

  /** Prints the result: as JSON with {@code --json}, else as lines. */
  public void show(Output output) throws JsonProcessingException {
    if (json) {
      console.json(output.json());
    } else {
      output.lines().forEach(console::result);
    }
  }

  /**
   * Prints the next command. If this command is a step of another, prints nothing, since the other
   * has its own next command.
   *
   * @param words options and values; a collection is spliced in
   */
  public void sayNext(Object... words) {
    if (command.parent() != null) {
      console.say("Next: " + line(words));
    }
  }

  /**
   * Prints the command that draws written results.
   *
   * @param page name of the drawn file; gets a number if it exists
   */
  public void sayReport(Path results, String page) {
    sayNext("report", results, "--out", free(page));
  }

  /** The command line of these words. */
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

  /** Prints that nothing was kept, and how to keep it. */
  public void sayNotWritten(String what, String file) {
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
   * A name for a file or folder of a next command: the given one, or with a number if it exists.
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
