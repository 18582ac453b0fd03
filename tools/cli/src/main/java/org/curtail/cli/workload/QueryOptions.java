package org.curtail.cli.workload;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.apache.lucene.analysis.Analyzer;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.lucene.TextFields;
import org.curtail.cli.querylog.Operator;
import org.curtail.cli.querylog.QueryLogRequest;
import org.curtail.cli.querylog.QueryParsing;
import org.curtail.cli.querylog.QuerySyntax;
import org.curtail.cli.querylog.StopWords;
import org.curtail.cli.ranking.Ranking;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options for the meaning of queries, and for the ranking of matches. */
public final class QueryOptions implements CommandWords.Options {
  @Option(
      names = "--fields",
      split = ",",
      paramLabel = "F",
      description = "Fields to search. Default: all indexed text fields.")
  private List<String> fields = List.of();

  @Option(
      names = "--syntax",
      paramLabel = "S",
      description =
          "Syntax of queries: auto, free (plain words), lucene (its query syntax) or tasks."
              + " Default: auto, which is tasks for .tasks files and otherwise free.")
  private QuerySyntax syntax = QuerySyntax.AUTO;

  @Option(
      names = "--analyzer",
      paramLabel = "A",
      converter = Analysis.Converter.class,
      description =
          "Splitting of queries into words: standard, english or code. Default: as recorded in the"
              + " index, else standard.")
  private @Nullable Analysis analysis;

  @Option(
      names = "--stop-words",
      paramLabel = "S",
      description =
          "Words removed from free text: english (the most frequent ones) or none. Default:"
              + " english.")
  private StopWords stopWords = StopWords.ENGLISH;

  @Option(
      names = "--operator",
      paramLabel = "O",
      description = "Matches of several words have: or (any of them), and (all). Default: or.")
  private Operator operator = Operator.OR;

  @Option(
      names = "--ranking",
      paramLabel = "R",
      converter = Ranking.Converter.class,
      description =
          "Scoring of matches: bm25, or trees-N, which are N regression trees evaluated on every"
              + " match, as in engines with a learned ranking. Default: bm25.")
  private Ranking ranking = new Ranking.Bm25();

  /** The fields to search; none means all text fields of the index. */
  public List<String> fields() {
    return fields;
  }

  /** The syntax of queries. */
  public QuerySyntax syntax() {
    return syntax;
  }

  /** The scoring of matches. */
  public Ranking ranking() {
    return ranking;
  }

  /**
   * Checks the options before any work is done.
   *
   * @throws UsageError if a field is repeated or empty
   */
  public void check() {
    if (!fields.isEmpty()) {
      OptionRules.each("--fields", fields);
    }
  }

  /** The request to read the queries of a file. */
  public QueryLogRequest of(Path queries) {
    return new QueryLogRequest(
        queries, syntax, fields, Optional.ofNullable(analysis), stopWords, operator);
  }

  /**
   * The parsing of single queries for an index. Safe for several threads.
   *
   * @throws UsageError if a field does not exist
   */
  public QueryParsing parsing(OpenIndex index) {
    Analyzer analyzer =
        Optional.ofNullable(analysis).or(index::analysis).orElse(Analysis.STANDARD).analyzer();
    return new QueryParsing(
        TextFields.choose(index.reader(), fields), analyzer, stopWords, operator);
  }

  @Override
  public void writeTo(CommandWords line) {
    if (!fields.isEmpty()) {
      line.option("--fields", fields);
    }
    line.option("--syntax", syntax)
        .ifGiven("--analyzer", analysis == null ? null : analysis.label())
        .option("--stop-words", stopWords)
        .option("--operator", operator)
        .option("--ranking", ranking);
  }
}
