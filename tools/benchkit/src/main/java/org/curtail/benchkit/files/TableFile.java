package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.IntervalTable;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.model.json.IntervalTableJson;

/** Files with an {@link IntervalTable}, in the format of {@link IntervalTableJson}. */
public final class TableFile {
  private TableFile() {}

  /**
   * Reads a table.
   *
   * @throws Misuse if the file is missing, unreadable or no table; one line that says which
   */
  public static IntervalTable read(Path file) {
    return InputFile.read(file, "an interval table", IntervalTableJson::read);
  }

  /**
   * Writes a table; the file is whole or keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, IntervalTable table) throws IOException {
    OutputFile.write(file, writer -> IntervalTableJson.write(table, writer));
  }
}
