package org.curtail.cli.workload;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.curtail.benchkit.search.RankedQueries;
import org.curtail.benchkit.search.Workload;
import org.curtail.benchkit.terminal.Console;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.querylog.LoggedQuery;
import org.curtail.cli.querylog.QueryLog;
import org.curtail.cli.ranking.Ranking;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;

/** Options for the index, its queries, and the ranking of matches. */
public final class WorkloadOptions implements CommandWords.Options {
  private static final String INDEX = "--index";
  private static final String QUERIES = "--queries";

  /** Seed of the division of the query log into halves, for learning and checking a termination. */
  private static final long SEED = 1;

  /** Names that OpenSearch permits and that need no quotes in an address. */
  private static final Pattern INDEX_NAME = Pattern.compile("[a-z0-9.][a-z0-9._-]*");

  private static final int MOST_QUERIES = 200_000;

  /** Limit of hits; Lucene allocates memory for all of them in each search. */
  private static final int MOST_HITS = 100_000;

  @Option(names = INDEX, paramLabel = "DIR", description = "Folder of a Lucene index.")
  private @Nullable Path index;

  @Option(
      names = QUERIES,
      paramLabel = "FILE",
      description =
          "Query log: a query a line, or id<TAB>query, plain or gzip; Lucene .tasks files too.")
  private @Nullable Path queries;

  @Option(
      names = "--max-queries",
      paramLabel = "N",
      description = "Use at most N queries, evenly spread over the log. Default: ${DEFAULT-VALUE}.")
  private int maxQueries = 2000;

  private @Mixin final QueryOptions query = new QueryOptions();

  @Option(
      names = "--top-hits",
      paramLabel = "K",
      description = "Results per query. Default: ${DEFAULT-VALUE}.")
  private int topHits = 10;

  public @Mixin final RankedOptions ranked = new RankedOptions();

  /**
   * Checks that there is an index and a query log.
   *
   * @param instead text about alternatives; may be empty
   * @throws UsageError if the index or the query log is missing
   */
  public void require(String instead) {
    if (index == null || queries == null) {
      throw index == null
          ? OptionRules.missing(INDEX, "the folder of a Lucene index" + instead)
          : OptionRules.missing(QUERIES, "the file of a query log" + instead);
    }
  }

  private Path index() {
    return requireNonNull(index);
  }

  private Path queries() {
    return requireNonNull(queries);
  }

  /**
   * Rejects all of these options.
   *
   * @param command the parsed command line
   * @param option option that excludes them
   * @throws UsageError if such an option was given
   */
  public static void requireNone(CommandSpec command, String option) {
    requireOnly(command, option, Set.of());
  }

  /**
   * Rejects these options except some.
   *
   * @param command the parsed command line
   * @param option option that excludes the others
   * @param allowed names of the exceptions
   * @throws UsageError if another was given
   */
  public static void requireOnly(CommandSpec command, String option, Set<String> allowed) {
    requireOnly(command, option, new WorkloadOptions(), allowed);
  }

  /**
   * Rejects the options for searches in order of importance.
   *
   * @param command the parsed command line
   * @param option option that excludes them
   * @throws UsageError if such an option was given
   */
  public static void requireNoneOfOrder(CommandSpec command, String option) {
    requireOnly(command, option, new RankedOptions(), Set.of());
  }

  private static void requireOnly(
      CommandSpec command, String option, Object options, Set<String> allowed) {
    ParseResult parsed = command.commandLine().getParseResult();
    for (OptionSpec own : CommandSpec.forAnnotatedObject(options).options()) {
      OptionRules.excludes(
          own.longestName(),
          parsed.hasMatchedOption(own.longestName()) && !allowed.contains(own.longestName()),
          option);
    }
  }

  /** Options of a workload whose index is elsewhere. */
  public record Named(
      String index, Path queries, int maxQueries, List<String> fields, int topHits) {}

  /**
   * The workload of an index that is elsewhere.
   *
   * @param command the parsed command line
   * @param elsewhere the option with its place
   * @throws UsageError if an option is missing, out of range or excluded
   */
  public Named named(CommandSpec command, String elsewhere) {
    requireOnly(
        command, elsewhere, Set.of(INDEX, QUERIES, "--max-queries", "--fields", "--top-hits"));
    require("; with " + elsewhere + " the name of its index and a file of searches");
    OptionRules.whole("--max-queries", maxQueries, 1, MOST_QUERIES);
    OptionRules.whole("--top-hits", topHits, 1, MOST_HITS);
    String name = index().toString();
    if (!INDEX_NAME.matcher(name).matches()) {
      throw new UsageError(
          "%s: expected the name of an index of the cluster, found '%s'".formatted(INDEX, name));
    }
    return new Named(name, queries(), maxQueries, query.fields(), topHits);
  }

  @Override
  public void writeTo(CommandWords line) {
    line.option(INDEX, index()).option(QUERIES, queries()).option("--max-queries", maxQueries);
    line.all(query).option("--top-hits", topHits).all(ranked);
  }

  /**
   * An open workload.
   *
   * @param index the index, which the caller closes
   * @param texts the queries as in the log
   * @param described settings of the workload, for people
   */
  public record Opened(
      OpenIndex index, Workload workload, List<String> texts, Map<String, Object> described)
      implements AutoCloseable {
    @Override
    public void close() throws IOException {
      index.close();
    }
  }

  /**
   * Opens the index and reads the queries; reports lines left out.
   *
   * @throws UsageError if the index or the query log cannot be used
   */
  public Opened open(Console console) throws IOException {
    require("");
    OptionRules.whole("--max-queries", maxQueries, 1, MOST_QUERIES);
    OptionRules.whole("--top-hits", topHits, 1, MOST_HITS);
    query.check();
    ranked.check();
    OpenIndex opened = OpenIndex.open(index());
    try {
      return open(opened, console);
    } catch (IOException | RuntimeException e) {
      opened.close();
      throw e;
    }
  }

  /**
   * Queries as texts, for a server of the same index.
   *
   * @param syntax of these texts
   * @param serverWords options of {@code curtail serve} for the index and the meaning of queries
   */
  public record Texts(
      List<String> queries,
      String syntax,
      int topHits,
      List<String> serverWords,
      Map<String, Object> described) {
    /** Length of the longest query, in characters. */
    public int longest() {
      return queries.stream().mapToInt(String::length).max().orElse(1);
    }
  }

  /**
   * Reads the queries; reports lines left out.
   *
   * @throws UsageError if the index or the query log cannot be used
   */
  public Texts texts(Console console) throws IOException {
    try (Opened opened = open(console)) {
      List<String> words = CommandWords.of("serve").option(INDEX, index()).all(query).words();
      return new Texts(
          opened.texts(),
          query.syntax().resolve(queries()).name().toLowerCase(Locale.ROOT),
          topHits,
          words.subList(2, words.size()),
          opened.described());
    }
  }

  private Opened open(OpenIndex opened, Console console) throws IOException {
    QueryLog log =
        QueryLog.read(query.of(queries()), opened, maxQueries)
            .withoutQueriesMatchingNothing(new IndexSearcher(opened.reader()));
    log.remarks().forEach(console::warn);
    var scored = new ArrayList<Query>();
    Ranking ranking = query.ranking();
    for (LoggedQuery logged : log.queries()) {
      scored.add(ranking.apply(logged.query(), opened.reader()));
    }
    console.say(
        "%,d queries of %s on %,d documents in %d segments of %s, fields %s, ranking %s"
            .formatted(
                scored.size(),
                queries,
                opened.reader().numDocs(),
                opened.reader().leaves().size(),
                index,
                String.join(", ", log.fields()),
                ranking));
    var described = new LinkedHashMap<String, Object>();
    described.put("index", index().toString());
    described.put("query log", queries().toString());
    described.put("fields", String.join(", ", log.fields()));
    described.put("ranking", ranking.toString());
    Optional<RankedQueries> inOrder =
        ranked.open(opened.reader(), scored, topHits, SEED, described, console);
    List<Query> forAnySearcher =
        inOrder
            .map(it -> scored.stream().map(each -> it.index().asQuery(each)).toList())
            .orElse(scored);
    return new Opened(
        opened,
        new Workload(opened.reader(), forAnySearcher, topHits, inOrder),
        log.queries().stream().map(LoggedQuery::text).toList(),
        described);
  }
}
