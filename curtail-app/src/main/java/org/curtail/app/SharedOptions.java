package org.curtail.app;

import org.curtail.app.terminal.Console;
import picocli.CommandLine.Option;

/** Options that every sub-command has. */
final class SharedOptions {
  @Option(
      names = "--json",
      description = "Print the result as JSON on standard output, and nothing else there.")
  boolean json;

  @Option(names = "--debug", description = "On failure, print the stack trace too.")
  boolean debug;

  /** Replaced by a command that runs others. */
  Console console = Console.system();
}
