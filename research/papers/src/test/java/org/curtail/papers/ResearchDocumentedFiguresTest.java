package org.curtail.papers;

import static java.util.concurrent.TimeUnit.MINUTES;

import java.io.IOException;
import java.nio.file.Path;
import org.curtail.cli.DocumentedOutput;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The notes say what the commands of research print. */
@Timeout(value = 10, unit = MINUTES)
class ResearchDocumentedFiguresTest {
  @TempDir private Path folder;

  @Test
  @Tag("long")
  void theRatiosOfTheGridAreWhatIsPrinted() throws IOException {
    var output = new DocumentedOutput(folder);
    output.isPrinted(DocumentedOutput.ROOT.resolve("research/notes/grid.md"), "grid");
  }
}
