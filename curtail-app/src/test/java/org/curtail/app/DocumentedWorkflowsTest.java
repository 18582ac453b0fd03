package org.curtail.app;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the guides of workflows say is what their commands print, from a clean folder on. */
@Timeout(value = 10, unit = MINUTES)
class DocumentedWorkflowsTest {
  private static final Path GUIDE = DocumentedCommands.root().resolve("docs/workflows.md");
  private static final Path UNDER_LOAD =
      DocumentedCommands.root().resolve("docs/workflows-under-load.md");

  @TempDir private static Path folder;

  /** The workflow of the guide, and its plan. */
  @BeforeAll
  static void begin() {
    var guide = new DocumentedOutput(folder);
    guide.run(List.of("workflow", "generate", "--seed", "1", "--out", "workflow.json"));
  }

  @Test
  void whoIsToBlameIsWhatIsPrinted() throws IOException {
    new DocumentedOutput(folder).isPrinted(GUIDE, "workflow show");
  }
}
