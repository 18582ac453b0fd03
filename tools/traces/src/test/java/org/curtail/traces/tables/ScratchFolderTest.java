package org.curtail.traces.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScratchFolderTest {
  /** The lock file of a dead process is not locked. */
  private static Path left(List<Path> made) throws IOException {
    Path folder = Files.createTempDirectory("curtail-traces");
    made.add(folder);
    Files.writeString(folder.resolve(".lock"), "");
    Files.writeString(folder.resolve("spans-000"), "x");
    return folder;
  }

  @Test
  void onlyLeftoversOfDeadProcessesAreRemoved() throws IOException {
    List<Path> made = new ArrayList<>();
    try {
      Path mine = ScratchFolder.make();
      made.add(mine);
      Path left = left(made);
      Path unknown = Files.createTempDirectory("curtail-traces");
      made.add(unknown);
      Path target = Files.createTempDirectory("elsewhere");
      made.add(target);
      Files.writeString(target.resolve(".lock"), "");
      Path link =
          Files.createSymbolicLink(left.resolveSibling(left.getFileName() + "-link"), target);
      made.add(link);

      Path next = ScratchFolder.make();
      made.add(next);
      assertThat(left).doesNotExist();
      assertThat(List.of(mine, unknown, target, next))
          .allSatisfy(it -> assertThat(it).isDirectory());
      assertThat(link).isSymbolicLink();
    } finally {
      for (Path each : made.reversed()) {
        if (Files.isDirectory(each) && !Files.isSymbolicLink(each)) {
          new KeptRecording(each).delete();
        } else {
          Files.deleteIfExists(each);
        }
      }
    }
  }
}
