package org.curtail.cli.queries;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.cli.commandline.OutputOptions;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail queries}: makes a query log, for users with documents but without a log. */
@Command(
    name = "queries",
    description = {
      "Makes a query log from documents' own words, as varied as logs of web search.",
      "Each line is id<TAB>query."
    },
    mixinStandardHelpOptions = true,
    sortOptions = false,
    footer = {"", "Example:", "  curtail queries articles.jsonl.gz --number 1000 --out log.tsv"})
public final class QueriesCommand implements Callable<Integer> {
  /** Limit of queries, the same as for reading. */
  private static final int MOST_QUERIES = 1_000_000;

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Documents, as for curtail index.")
  private List<Path> paths = List.of();

  @Option(
      names = "--number",
      paramLabel = "N",
      description = "Queries to make. Default: ${DEFAULT-VALUE}.")
  private int number = 1000;

  @Option(
      names = "--passage-words",
      paramLabel = "N",
      description =
          "The words of a query are within N words of each other. Default: ${DEFAULT-VALUE}.")
  private int passageWords = 60;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Stop after N documents (default: all).")
  private @Nullable Long maxDocuments;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description =
          "Seed; the same documents and seed give the same log. Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(names = "--skip-bad", description = "Skip lines and files that cannot be read.")
  private boolean skipBad;

  @Mixin private final OutputOptions output = new OutputOptions();

  @Mixin final SharedOptions shared = new SharedOptions();

  @Override
  public Integer call() throws IOException {
    Path out = output.required("the log");
    OptionRules.whole("--number", number, 1, MOST_QUERIES);
    Passages.requireWords(passageWords);
    if (maxDocuments != null) {
      OptionRules.whole("--limit", maxDocuments, 1, Long.MAX_VALUE);
    }
    var maker = new QueryMaker(number, seed, passageWords, maxDocuments == null ? 0 : maxDocuments);
    List<String> queries = maker.from(new DocumentSource(paths, skipBad));
    OutputFile.write(out, writer -> QueryMaker.write(queries, writer));
    if (shared.json) {
      shared.console.json(
          new ObjectMapper()
              .writeValueAsString(
                  Map.of("queries", queries.size(), "seed", seed, "file", out.toString())));
    }
    shared.console.say("Wrote %,d queries to %s".formatted(queries.size(), out));
    Path index = SharedOptions.free("index");
    shared.sayNext("index", paths, "--out", index);
    shared.sayNext(
        "profile", "--index", index, "--queries", out, "--out", SharedOptions.free("profile.json"));
    return 0;
  }
}
