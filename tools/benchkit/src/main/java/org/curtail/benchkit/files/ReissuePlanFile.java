package org.curtail.benchkit.files;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.reissue.plan.NotedPlan;
import org.curtail.services.json.ReissuePlanJson;

/** Files with a plan of reissue, in the format of {@link ReissuePlanJson}. */
public final class ReissuePlanFile {
  private ReissuePlanFile() {}

  /**
   * Reads a plan.
   *
   * @throws Misuse if the file is missing, unreadable or no plan; one line that says which
   */
  public static NotedPlan read(Path file) {
    return InputFile.read(file, "a plan of reissue", ReissuePlanJson::read);
  }

  /**
   * Writes a plan; the file is whole or keeps what it had.
   *
   * @throws IOException if writing fails; the message names the file
   */
  public static void write(Path file, NotedPlan plan) throws IOException {
    OutputFile.write(file, writer -> ReissuePlanJson.write(plan, writer));
  }
}
