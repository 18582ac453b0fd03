package org.curtail.cli.opensearch;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;

/**
 * The user of OpenSearch's processes, which refuse to run as root: this user, or nobody for root.
 * If the system supports it, each process has its own session. Ctrl-C then reaches the command
 * first, not the process.
 */
final class NodeUser {
  private static final String NOBODY = "65534";
  private static final List<Path> PROGRAMS = List.of(Path.of("/usr/bin"), Path.of("/bin"));

  private NodeUser() {}

  /**
   * The command line that runs another one as that user.
   *
   * @throws UsageError if this is root, and another user is impossible
   */
  static List<String> line(List<String> command) {
    var line = new ArrayList<String>();
    if (has("setsid")) {
      line.add("setsid");
    }
    if (isRoot()) {
      if (!has("setpriv")) {
        throw new UsageError(
            "OpenSearch does not run as root: expected another user, or the program setpriv, found neither");
      }
      line.addAll(List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups"));
    }
    line.addAll(command);
    return List.copyOf(line);
  }

  /** Gives a folder with its content to that user. */
  static void own(Path folder) throws IOException, InterruptedException {
    if (isRoot()) {
      new ProcessBuilder("chown", "-R", NOBODY + ":" + NOBODY, folder.toString()).start().waitFor();
    }
  }

  private static boolean isRoot() {
    return "root".equals(System.getProperty("user.name"));
  }

  private static boolean has(String program) {
    return PROGRAMS.stream().anyMatch(folder -> Files.isExecutable(folder.resolve(program)));
  }
}
