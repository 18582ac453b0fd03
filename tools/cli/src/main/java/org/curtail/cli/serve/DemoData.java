package org.curtail.cli.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.commandline.CurtailCommandLine;
import org.curtail.cli.documents.JdkSources;
import org.curtail.cli.index.IndexCommand;
import org.curtail.cli.queries.QueriesCommand;

/**
 * The index and the queries of {@code --demo}, from the JDK's own sources. They are made once and
 * kept in the user's folder for such files.
 */
record DemoData(Path index, Path queries) {
  /** Enough for searches of some milliseconds, which are visible on slow emulated cores. */
  private static final int DOCUMENTS = 4000;

  private static final int QUERIES = 300;

  /**
   * Makes what is missing, with the commands that it prints.
   *
   * @throws UsageError if this JDK has no sources
   * @throws IOException if the folder cannot be written
   */
  static DemoData make(Console console) throws IOException {
    Path folder = Files.createDirectories(cache().resolve("demo-jdk-" + Runtime.version()));
    var data = new DemoData(folder.resolve("index"), folder.resolve("queries.tsv"));
    Path text = JdkSources.zip("give an index with --index DIR");
    if (!Files.exists(data.index)) {
      run(
          new IndexCommand(),
          CommandWords.of("index", text.toString())
              .option("--out", data.index)
              .option("--passage-words", 60)
              .option("--analyzer", "code")
              .option("--limit", DOCUMENTS),
          console);
    }
    if (!Files.exists(data.queries)) {
      run(
          new QueriesCommand(),
          CommandWords.of("queries", text.toString())
              .option("--number", QUERIES)
              .option("--limit", DOCUMENTS)
              .option("--out", data.queries),
          console);
    }
    return data;
  }

  /** The folder for files that can be made again, by the rules of the XDG specification. */
  private static Path cache() {
    String given = System.getenv("XDG_CACHE_HOME");
    Path cache =
        given == null || !Path.of(given).isAbsolute()
            ? Path.of(System.getProperty("user.home", ""), ".cache")
            : Path.of(given);
    return cache.resolve("curtail");
  }

  private static void run(Object command, CommandWords line, Console console) {
    StopSignal.check("stopped; start the demo again");
    console.say("$ " + line);
    String[] words = line.words().stream().skip(2).toArray(String[]::new);
    int exitCode = CurtailCommandLine.of(command, console.withResultsAsRemarks()).execute(words);
    if (exitCode != 0) {
      throw new UsageError("the demo ends here, since its command failed: " + line);
    }
  }
}
