package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.speed.SpeedMachine;

/** A machine with classes of speed, named by the user: a built-in machine, or a table. */
public final class NamedMachine {
  private static final int MOST_LINES = 10_000;

  private NamedMachine() {}

  /**
   * Finds a machine. A built-in machine precedes a file of the same name.
   *
   * @throws UsageError if the file does not exist or is no machine
   */
  public static SpeedMachine find(String name) {
    if (PublishedMachines.names().contains(name)) {
      return PublishedMachines.named(name);
    }
    Path file = Path.of(name);
    if (!Files.exists(file)) {
      throw new UsageError(
          "--machine: expected %s or a file, found %s%s"
              .formatted(
                  String.join(", ", PublishedMachines.names()),
                  name,
                  NearestName.hint(name, PublishedMachines.names())));
    }
    try {
      return MachineTable.read(lines(file));
    } catch (IllegalArgumentException e) {
      throw new UsageError("%s: %s".formatted(file, e.getMessage()), e);
    }
  }

  private static List<String> lines(Path file) {
    var all = new ArrayList<String>();
    try (var lines = InputLines.open(file)) {
      while (lines.next()) {
        if (all.size() == MOST_LINES || lines.isTooLong()) {
          throw new UsageError(
              "%s: expected a table of a machine, found %s"
                  .formatted(
                      lines.where(),
                      lines.isTooLong()
                          ? "a line of more than 64 MiB"
                          : "more than %,d lines".formatted(MOST_LINES)));
        }
        all.add(lines.text());
      }
    } catch (CharacterCodingException e) {
      throw new UsageError(
          "%s:%d: expected text in UTF-8, found other bytes".formatted(file, all.size() + 1), e);
    } catch (IOException e) {
      throw new UsageError(file + ": cannot be read: " + e.getMessage(), e);
    }
    return all;
  }
}
