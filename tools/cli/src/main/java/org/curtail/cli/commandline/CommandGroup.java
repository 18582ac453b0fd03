package org.curtail.cli.commandline;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command with sub-commands only. */
public abstract class CommandGroup implements Runnable {
  @Spec
  @SuppressWarnings("NullAway.Init") // picocli sets it.
  private CommandSpec spec;

  @Override
  public final void run() {
    throw new ParameterException(spec.commandLine(), "expected a command, found none");
  }
}
