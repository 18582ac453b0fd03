package org.curtail.cli.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.curtail.cli.commandline.SharedOptions;
import picocli.CommandLine;

/** Makes outputs in order, until a command fails. */
final class StepRunner {
  private final DemoSteps steps;
  private final Console console;
  private final SharedOptions shared;
  private int exitCode;

  StepRunner(DemoSteps steps, SharedOptions shared) {
    this.steps = steps;
    this.shared = shared;
    // With --json, standard output is reserved for the demo's own result.
    this.console = shared.json ? shared.console.withResultsAsRemarks() : shared.console;
  }

  /** Exit code of the command that failed; 0 if none did. */
  int exitCode() {
    return exitCode;
  }

  /** The console for messages of a step. */
  Console console() {
    return console;
  }

  boolean failed() {
    return exitCode != 0;
  }

  /** True if this line made this output, and its inputs did not change since. */
  boolean isKept(Path output, StepLine line) {
    return steps.isFinished(output, line.words());
  }

  /** Makes an output and all outputs based on it again, although the line is the same. */
  void forget(Path output) throws IOException {
    steps.forget(output);
  }

  void step(String title, Path output, Object command, StepLine line) throws IOException {
    if (failed()) {
      return;
    }
    StopSignal.check("stopped; start the demo again to continue it");
    console.heading(title);
    List<String> words = line.words();
    if (isKept(output, line)) {
      console.say("kept " + output + ", made by the same command before");
      return;
    }
    // Outputs based on this one are also made again.
    steps.forget(output);
    console.say("$ ./curtail " + CommandWords.quoted(words));
    var arguments = new ArrayList<>(words.subList(1, words.size()));
    arguments.add("--overwrite");
    if (shared.debug) {
      arguments.add("--debug");
    }
    CommandLine commandLine = CurtailCommandLine.of(command, console);
    exitCode = commandLine.execute(arguments.toArray(String[]::new));
    if (!failed()) {
      steps.finish(output, words);
    }
  }
}
