package org.curtail.cli.commandline;

import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The width of help: that of the terminal, up to a readable limit. */
public final class UsageWidth {
  private static final int WIDEST = 100;

  private UsageWidth() {}

  /** Sets the width for a command's help, which is built afterwards, and returns the width. */
  public static int fit(CommandSpec command) {
    UsageMessageSpec usage = command.usageMessage();
    usage.autoWidth(true);
    int width = Math.min(usage.width(), WIDEST);
    usage.autoWidth(false);
    usage.width(width);
    return width;
  }
}
