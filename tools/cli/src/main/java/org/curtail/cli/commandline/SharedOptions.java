package org.curtail.cli.commandline;

import org.curtail.benchkit.terminal.Console;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options that every sub-command has. */
public final class SharedOptions {
  @Option(
      names = "--json",
      description = "Print the result as JSON on standard output, and nothing else there.")
  public boolean json;

  @Option(names = "--debug", description = "On failure, print the stack trace too.")
  public boolean debug;

  /** Set before the command runs. */
  public Console console = Console.system();

  /** The shared options of the innermost command given; those of nobody if it has none. */
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
}
