package org.curtail.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.curtail.benchkit.files.NamedKnowledge;
import org.curtail.benchkit.terminal.Failure;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.serve.search.EngineSetting;
import org.curtail.cli.serve.search.SearchService;

/**
 * The file in which the knowledge of automatic outlives the server. For one thread.
 *
 * @param file which may not exist yet
 * @param cores of the engines whose knowledge it keeps
 * @param isEmulated true for emulated cores
 */
record Knowledge(Path file, int cores, boolean isEmulated) {
  /** The knowledge of engines on the cores of this setting, in a file. */
  static Knowledge in(Path file, EngineSetting setting) {
    return new Knowledge(file, setting.cores(), setting.isEmulated());
  }

  /**
   * The usual file: beside the index. Times on emulated cores are others, so each number of these
   * has its own file.
   */
  static Knowledge beside(Path index, EngineSetting setting) {
    Path folder = index.toAbsolutePath().normalize();
    String ending = setting.isEmulated() ? "-emulated-" + setting.cores() : "";
    return in(
        folder.resolveSibling(folder.getFileName() + ".automatic" + ending + ".json"), setting);
  }

  /**
   * Reads the file; empty if there is none.
   *
   * @throws UsageError if the file has other content
   */
  Optional<String> read() {
    return Files.exists(file)
        ? Optional.of(NamedKnowledge.find(file).text(cores))
        : Optional.empty();
  }

  /**
   * Writes what automatic knows, if it knows anything; the file is complete or unchanged.
   *
   * @return a sentence on what went wrong; empty if nothing did
   */
  Optional<String> write(SearchService service) {
    EngineSetting present = service.engine().setting();
    Optional<String> known =
        present.cores() == cores && present.isEmulated() == isEmulated
            ? service.knowledge()
            : Optional.empty();
    try {
      if (known.isPresent()) {
        OutputFile.write(file, writer -> writer.append(known.get()));
      }
      return Optional.empty();
    } catch (IOException | UsageError e) {
      return Optional.of("%s was not written: %s".formatted(file, Failure.reason(e)));
    }
  }
}
