package org.curtail.benchkit.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;

/**
 * An interval table named by the user.
 *
 * @param name a file, or one of {@link IntervalTable#publishedNames}
 */
public record NamedTable(String name, IntervalTable table) {
  /**
   * Finds a table. A published name precedes a file of the same name.
   *
   * @throws UsageError if the file does not exist or is no table
   */
  public static NamedTable find(String name) {
    if (IntervalTable.publishedNames().contains(name)) {
      return new NamedTable(name, IntervalTable.published(name));
    }
    Path file = Path.of(name);
    if (!Files.exists(file)) {
      throw new UsageError(
          "%s: expected an interval table's file or one of %s, found neither%s"
              .formatted(
                  name,
                  String.join(", ", IntervalTable.publishedNames()),
                  NearestName.hint(name, IntervalTable.publishedNames())));
    }
    return new NamedTable(name, JsonFile.TABLE.read(file));
  }

  /**
   * Returns a remark on use with this number of cores; empty if the table was planned for this
   * number.
   */
  public Optional<String> remark(int cores) {
    return table.cores() == cores
        ? Optional.empty()
        : Optional.of(
            "%s was planned for %d cores, this machine has %d"
                .formatted(name, table.cores(), cores));
  }
}
