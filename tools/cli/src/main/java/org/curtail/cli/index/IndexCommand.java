package org.curtail.cli.index;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.SharedOptions;
import org.curtail.cli.documents.DocumentSource;
import org.curtail.cli.documents.Passages;
import org.curtail.cli.lucene.Analysis;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code curtail index}: makes a Lucene index of documents. */
@Command(
    name = "index",
    mixinStandardHelpOptions = true,
    description = "Makes a Lucene index of documents.",
    footer = {
      "",
      "PATH is one of",
      "  a file of JSON lines, plain or .gz: {\"id\":..., \"title\":..., \"body\":...}",
      "  a .zip or .jar of text files",
      "  a folder of JSON lines files, or of text files and folders",
      "",
      "  with --static-rank FIELD or length, a folder with a Lucene index for",
      "  a sorted copy; FIELD is one of its numeric doc values fields",
      "",
      "Examples:",
      "  curtail index articles.jsonl.gz --passage-words 60 --out wiki",
      "  curtail index articles.jsonl.gz --static-rank links --out ranked",
      "  curtail index wiki --static-rank feature_words --out longest-first"
    })
public final class IndexCommand implements Callable<Integer> {
  private static final int MOST_THREADS = 1000;

  @Mixin final SharedOptions shared = new SharedOptions();
  @Mixin final StaticRankOptions ranking = new StaticRankOptions();

  @Parameters(arity = "1..*", paramLabel = "PATH", description = "Files or folders of documents.")
  private List<Path> paths = List.of();

  @Option(
      names = "--out",
      required = true,
      paramLabel = "DIR",
      description = "The folder for the index.")
  private Path out = Path.of("");

  @Option(
      names = "--passage-words",
      paramLabel = "N",
      description =
          "Cut documents into passages of N words, each half new; 0 leaves them whole (default: 0).")
  private int passageWords;

  @Option(
      names = "--analyzer",
      paramLabel = "A",
      converter = Analysis.Converter.class,
      defaultValue = "standard",
      description =
          "Splitting of text into words: standard, english (stemmed, no stop words), or code (identifiers split into their parts). The index records it. Default: standard.")
  private Analysis analysis = Analysis.STANDARD;

  @Option(
      names = "--segments",
      paramLabel = "N",
      description = "Merge to at most N segments (default: no merge at the end).")
  private @Nullable Integer maxSegments;

  @Option(
      names = "--limit",
      paramLabel = "N",
      description = "Stop after N documents (default: all).")
  private @Nullable Long maxDocuments;

  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Indexing threads; with 1, the same documents give the same index (default: one a core).")
  private int threads = Runtime.getRuntime().availableProcessors();

  @Option(
      names = "--skip-bad",
      description = "Count and skip lines and files that cannot be read, instead of stopping.")
  private boolean skipBad;

  @Option(names = "--overwrite", description = "Replace an existing index.")
  private boolean overwrite;

  @Override
  public Integer call() throws IOException {
    check();
    if (ranking.sortsIndex(paths, shared.command)) {
      sort(); // Queries need the index's documents.
    } else {
      make();
      sayNext();
    }
    return 0;
  }

  /** Suggests the next command, which makes queries from the documents. */
  private void sayNext() {
    Path queries = SharedOptions.free("queries.tsv");
    shared.sayNext("queries", paths, "--out", queries);
    shared.sayNext(
        "profile",
        "--index",
        out,
        "--queries",
        queries,
        "--out",
        SharedOptions.free("profile.json"));
  }

  private void make() throws IOException {
    IndexSummary summary = IndexBuilder.build(request(), shared.console);
    if (shared.json) {
      shared.console.json(new ObjectMapper().writeValueAsString(summary));
    } else {
      print(summary, shared.console);
    }
  }

  private void check() {
    if (maxDocuments != null) {
      OptionRules.whole("--limit", maxDocuments, 1, Long.MAX_VALUE);
    }
    if (maxSegments != null) {
      OptionRules.whole("--segments", maxSegments, 1, Integer.MAX_VALUE);
    }
    OptionRules.whole("--threads", threads, 1, MOST_THREADS);
    Passages.requireWords(passageWords);
  }

  private int segments() {
    return maxSegments == null ? 0 : maxSegments;
  }

  private IndexRequest request() {
    try {
      return new IndexRequest(
          new DocumentSource(paths, skipBad),
          out,
          passageWords,
          analysis,
          segments(),
          maxDocuments == null ? 0 : maxDocuments,
          threads,
          ranking.kind(),
          overwrite);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
  }

  private void sort() throws IOException {
    SortSummary summary;
    try {
      summary =
          SortedCopy.make(
              ranking.request(paths.getFirst(), out, segments(), overwrite), shared.console);
    } catch (IllegalArgumentException e) {
      throw new UsageError(String.valueOf(e.getMessage()), e);
    }
    if (shared.json) {
      shared.console.json(new ObjectMapper().writeValueAsString(summary));
    } else {
      print(summary, shared.console);
    }
  }

  private static void print(SortSummary summary, Console console) {
    line(console, "documents", summary.documents());
    line(console, "deleted", summary.deleted());
    print(summary.staticRank(), console);
    printFiles(console, summary.segments(), summary.indexBytes(), summary.seconds());
    console.say("wrote " + summary.folder());
  }

  private static void print(RankSummary ranks, Console console) {
    console.result("%-12s%12s at most".formatted("static rank", number(ranks.greatest())));
    console.result(
        "            %12s median, by %s".formatted(number(ranks.median()), ranks.kind()));
    if (ranks.greatest() == 0) {
      console.warn("all static ranks are 0, so the order has no meaning");
    }
  }

  private static String number(double value) {
    boolean whole = value == Math.rint(value) && value < 1e9;
    return (whole ? "%,.0f" : "%.6g").formatted(value);
  }

  private static void printFiles(Console console, int segments, long bytes, double seconds) {
    line(console, "segments", segments);
    console.result("index       %,12.1f MB".formatted(bytes / 1e6));
    console.result("time        %,12.1f s".formatted(seconds));
  }

  private static void print(IndexSummary summary, Console console) {
    line(console, "documents", summary.documents());
    line(console, "passages", summary.passages());
    console.result(
        "text        %,12.1f million characters".formatted(summary.textCharacters() / 1e6));
    RankSummary ranks = summary.staticRank();
    if (ranks != null) {
      print(ranks, console);
    }
    printFiles(console, summary.segments(), summary.indexBytes(), summary.seconds());
    if (summary.skipped().binaryFiles() > 0) {
      console.warn("%,d binary files left out".formatted(summary.skipped().binaryFiles()));
    }
    if (summary.skipped().broken() > 0) {
      console.warn(
          "%,d broken lines or files skipped, first:".formatted(summary.skipped().broken()));
      summary.skipped().firstBroken().forEach(reason -> console.say("  " + reason));
    }
    console.say("wrote " + summary.folder());
  }

  private static void line(Console console, String name, long count) {
    console.result("%-12s%,12d".formatted(name, count));
  }
}
