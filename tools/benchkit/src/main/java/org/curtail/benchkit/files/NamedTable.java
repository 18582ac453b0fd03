package org.curtail.benchkit.files;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.curtail.IntervalTable;
import org.curtail.benchkit.terminal.NearestName;
import org.curtail.benchkit.terminal.UsageError;

/**
 * A table that the user named.
 *
 * @param name a file, or one of {@link IntervalTable#publishedNames}
 */
public record NamedTable(String name, IntervalTable table) {
  /**
   * Finds a table; a published name goes before a file of the same name.
   *
   * @throws UsageError if there is neither, or the file is no table
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
   * A remark on its use on a machine with this number of cores; empty if it was planned for as
   * many.
   */
  public Optional<String> remark(int cores) {
    return table.cores() == cores
        ? Optional.empty()
        : Optional.of(
            "%s was planned for %d cores, this machine has %d"
                .formatted(name, table.cores(), cores));
  }
}
