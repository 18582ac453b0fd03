package org.curtail.cli.commandline;

import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.Interrupted;
import org.curtail.benchkit.terminal.Misuse;
import picocli.CommandLine;

/** How words become a command that runs: the same for every command, from a shell or a demo. */
public final class CurtailCommandLine {
  /** Exit code of a command that failed. */
  public static final int FAILED = 1;

  private static final int MISUSED = 2;
  private static final int STOPPED = 130;

  private CurtailCommandLine() {}

  /** A command, or one of its sub-commands, that speaks and fails as all of them do. */
  public static CommandLine of(Object command, Console console) {
    var commandLine = new CommandLine(command);
    commandLine.setCaseInsensitiveEnumValuesAllowed(true);
    OptionValues.register(commandLine);
    commandLine.setHelpFactory((spec, colours) -> {
      UsageWidth.fit(spec);
      return new CommandLine.Help(spec, colours);
    });
    commandLine.setExecutionStrategy(parsed -> {
      ParseComplaint.requireWholeLists(parsed);
      SharedOptions.of(parsed).console = console;
      return new CommandLine.RunLast().execute(parsed);
    });
    commandLine.setParameterExceptionHandler((misuse, given) -> {
      CommandLine misused = misuse.getCommandLine();
      console.say("curtail: " + ParseComplaint.of(misuse));
      console.say(
          "try: " + CommandWords.called(misused.getCommandSpec().qualifiedName()) + " --help");
      return MISUSED;
    });
    commandLine.setExecutionExceptionHandler((failure, failed, parsed) -> {
      console.say("curtail: " + Failure.reason(failure));
      if (parsed.hasMatchedOption("--debug")) {
        console.trace(failure);
      }
      return switch (failure) {
        case Misuse misuse -> MISUSED;
        case Interrupted interrupted -> STOPPED;
        default -> FAILED;
      };
    });
    return commandLine;
  }
}
