package org.curtail.cli.querylog;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreMode;
import org.apache.lucene.search.Scorer;
import org.apache.lucene.search.Weight;
import org.apache.lucene.util.Bits;
import org.curtail.benchkit.files.InputLines;
import org.curtail.benchkit.files.JsonLine;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.lucene.TextFields;
import org.jspecify.annotations.Nullable;

/**
 * Queries of a file in their order, with counts of the lines left out.
 *
 * @param file file of the queries
 * @param fields searched fields
 * @param guesses guesses about the file's form and their line, in words
 * @param queries queries, at least one
 * @param unparsable lines that are no queries
 * @param firstUnparsable file, line and reason of the first few such lines
 * @param unsupported lines of task files that need more than full text, by category
 * @param matchingNothing queries that were removed because no document matches them
 */
public record QueryLog(
    Path file,
    List<String> fields,
    List<String> guesses,
    List<LoggedQuery> queries,
    int unparsable,
    List<String> firstUnparsable,
    SortedMap<String, Integer> unsupported,
    int matchingNothing) {

  private static final int EXAMPLES = 3;

  /** Longest query. */
  private static final int LONGEST_QUERY = 100_000;

  /** Limit of queries in a file, even if few of them are wanted; parsing takes a minute. */
  private static final int MOST_QUERIES = 10_000_000;

  public QueryLog {
    fields = List.copyOf(fields);
    guesses = List.copyOf(guesses);
    queries = List.copyOf(queries);
    firstUnparsable = List.copyOf(firstUnparsable);
    unsupported = Collections.unmodifiableSortedMap(new TreeMap<>(unsupported));
    if (queries.isEmpty()) {
      throw new IllegalArgumentException("expected at least one query");
    }
  }

  /**
   * Reads a query file for an index.
   *
   * @throws UsageError if the file is missing, incomplete or without queries, or a field does not
   *     exist
   * @throws IOException if the disk fails
   */
  public static QueryLog read(QueryLogRequest request, OpenIndex index) throws IOException {
    return read(request, index, MOST_QUERIES);
  }

  /**
   * Reads at most a number of queries, evenly spread over the log and in its order. A longer log is
   * read twice, and only these queries are kept in memory.
   */
  public static QueryLog read(QueryLogRequest request, OpenIndex index, int most)
      throws IOException {
    List<String> fields = TextFields.choose(index.reader(), request.fields());
    Analysis analysis = request.analysis().or(index::analysis).orElse(Analysis.STANDARD);
    try (Analyzer analyzer = analysis.analyzer()) {
      var parsing = new QueryParsing(fields, analyzer, request.stopWords(), request.operator());
      QuerySyntax syntax = request.syntax().resolve(request.file());
      var first = new Reading(syntax, parsing, place -> place < most);
      readFile(request.file(), syntax, first);
      int all = first.count;
      if (all <= most) {
        return first.log(request.file(), fields);
      }
      var chosen = new BitSet(all);
      IntStream.range(0, most).forEach(i -> chosen.set((int) ((long) i * all / most)));
      var second = new Reading(syntax, parsing, chosen::get);
      readFile(request.file(), syntax, second);
      return second.log(request.file(), fields);
    }
  }

  /**
   * The queries that match at least one document.
   *
   * @throws UsageError if no query matches
   */
  public QueryLog withoutQueriesMatchingNothing(IndexSearcher searcher) throws IOException {
    var matching = new ArrayList<LoggedQuery>();
    for (LoggedQuery query : queries) {
      if (matchesAny(query.query(), searcher)) {
        matching.add(query);
      }
    }
    if (matching.isEmpty()) {
      throw new UsageError(
          "%s: expected queries for this index, found %,d that all match nothing in its fields %s"
              .formatted(file, queries.size(), String.join(", ", fields)));
    }
    return new QueryLog(
        file,
        fields,
        guesses,
        matching,
        unparsable,
        firstUnparsable,
        unsupported,
        matchingNothing + queries.size() - matching.size());
  }

  /** Remarks on lines left out, a line each; empty if there are none. */
  public List<String> remarks() {
    var remarks = new ArrayList<String>(guesses);
    if (unparsable > 0) {
      remarks.add("%,d lines are no queries, first:".formatted(unparsable));
      firstUnparsable.forEach(reason -> remarks.add("  " + reason));
    }
    if (!unsupported.isEmpty()) {
      int lines = unsupported.values().stream().mapToInt(Integer::intValue).sum();
      remarks.add(
          "%,d task lines need more than full text: %s".formatted(lines, counts(unsupported)));
    }
    if (matchingNothing > 0) {
      remarks.add("%,d queries match nothing and were left out".formatted(matchingNothing));
    }
    return remarks;
  }

  private static String counts(SortedMap<String, Integer> counts) {
    var text = new StringBuilder();
    for (Map.Entry<String, Integer> category : counts.entrySet()) {
      text.append(text.isEmpty() ? "" : ", ").append(category.getKey());
      text.append(' ').append(category.getValue());
    }
    return text.toString();
  }

  private static final class Reading implements Sink {
    private final QuerySyntax syntax;
    private final QueryParsing parsing;
    private final List<String> guesses = new ArrayList<>();
    private final List<LoggedQuery> queries = new ArrayList<>();
    private final List<String> firstUnparsable = new ArrayList<>();
    private final SortedMap<String, Integer> unsupported = new TreeMap<>();
    private final IntPredicate wanted;
    private int unparsable;

    /** Number of queries so far, wanted or not. */
    private int count;

    /**
     * Creates an empty reading.
     *
     * @param wanted true for queries to keep, by their positions among all valid ones
     */
    Reading(QuerySyntax syntax, QueryParsing parsing, IntPredicate wanted) {
      this.syntax = syntax;
      this.parsing = parsing;
      this.wanted = wanted;
    }

    @Override
    public void query(QueryLine line) {
      int characters = line.text().length();
      if (characters > LONGEST_QUERY) {
        broken(
            "%s: expected a query of at most %,d characters, found %,d"
                .formatted(line.where(), LONGEST_QUERY, characters));
        return;
      }
      try {
        switch (syntax) {
          case FREE, AUTO, LUCENE -> keep(line, parsing.parse(line.text(), syntax));
          case TASKS -> task(line);
        }
      } catch (QueryParsing.Unparsable e) {
        broken(line.where() + ": " + e.getMessage());
      }
    }

    private void task(QueryLine line) throws QueryParsing.Unparsable {
      TaskLine task = TaskLine.parse(line.text());
      switch (task.form()) {
        case CLASSIC, NEAR -> keep(line, parsing.task(task));
        case UNSUPPORTED -> unsupported.merge(task.category(), 1, Integer::sum);
      }
    }

    private void keep(QueryLine line, Query query) {
      if (count == MOST_QUERIES) {
        throw new UsageError(
            "%s: expected at most %,d queries, found more; use a part of the file"
                .formatted(line.where(), MOST_QUERIES));
      }
      if (!wanted.test(count++)) {
        return;
      }
      queries.add(new LoggedQuery(line.id(), line.text(), query));
    }

    @Override
    public void guessed(String remark) {
      guesses.add(remark);
    }

    @Override
    public void broken(String reason) {
      unparsable++;
      if (firstUnparsable.size() < EXAMPLES) {
        firstUnparsable.add(reason);
      }
    }

    QueryLog log(Path file, List<String> fields) {
      if (queries.isEmpty()) {
        String found =
            unsupported.isEmpty() ? "none" : "unsupported tasks only: " + counts(unsupported);
        throw new UsageError(
            file
                + ": expected queries, found "
                + (firstUnparsable.isEmpty() ? found : "none; " + firstUnparsable.getFirst()));
      }
      return new QueryLog(
          file, fields, guesses, queries, unparsable, firstUnparsable, unsupported, 0);
    }
  }

  /** True if a query matches any document; stops at its first match. */
  private static boolean matchesAny(Query query, IndexSearcher searcher) throws IOException {
    Weight weight = searcher.createWeight(searcher.rewrite(query), ScoreMode.COMPLETE_NO_SCORES, 1);
    for (LeafReaderContext leaf : searcher.getIndexReader().leaves()) {
      Scorer scorer = weight.scorer(leaf);
      if (scorer != null && anyLive(scorer.iterator(), leaf.reader().getLiveDocs())) {
        return true;
      }
    }
    return false;
  }

  private static boolean anyLive(DocIdSetIterator matches, @Nullable Bits live) throws IOException {
    for (int doc = matches.nextDoc();
        doc != DocIdSetIterator.NO_MORE_DOCS;
        doc = matches.nextDoc()) {
      if (live == null || live.get(doc)) {
        return true;
      }
    }
    return false;
  }

  // ---- Files of queries.

  /** Receives the content of a query file, line by line. */
  interface Sink {
    void query(QueryLine line);

    void broken(String reason);

    /** Receives a guess and its line, in words; at most once. */
    default void guessed(String remark) {}
  }

  /**
   * Reads the lines of a query file, plain or {@code .gz}, in the form that its first lines show:
   * see {@link QueryForm}. In task files a line that begins with {@code #} is a comment.
   *
   * @throws UsageError if the file is of another kind, such as a slow log or the topics of TREC
   */
  static void readFile(Path file, QuerySyntax syntax, Sink sink) throws IOException {
    if (Files.exists(file) && !Files.isRegularFile(file) && !Files.isDirectory(file)) {
      throw new UsageError(
          file
              + ": expected a file, which is read twice, found a pipe or a device; write it first");
    }
    QueryForm form = form(file, syntax);
    form.remark().ifPresent(sink::guessed);
    String before = "";
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank() || lines.number() == form.header()) {
          continue;
        }
        try {
          JsonLine.requireWhole(lines);
          if (form.kind() == QueryForm.Kind.JSON) {
            sink.query(jsonLine(lines));
            continue;
          }
          String text = lines.text();
          Optional<QueryLine> line = form.line(text, lines);
          // The log has a line for each opened result of a query.
          boolean isAgain = !before.isEmpty() && form.occasion(text).equals(before);
          before = form.occasion(text);
          if (line.isPresent()
              && !isAgain
              && !(syntax == QuerySyntax.TASKS && line.get().text().startsWith("#"))) {
            sink.query(line.get());
          }
        } catch (JsonLine.Broken e) {
          sink.broken(lines.where() + ": " + e.getMessage());
        } catch (CharacterCodingException e) {
          sink.broken(lines.where() + ": expected UTF-8, found other bytes");
        }
      }
    }
  }

  /** The form of the file, by its first lines. */
  private static QueryForm form(Path file, QuerySyntax syntax) throws IOException {
    if (syntax == QuerySyntax.TASKS) {
      return QueryForm.TASKS;
    }
    try (InputLines lines = InputLines.open(file)) {
      while (lines.next()) {
        if (lines.blank()) {
          continue;
        }
        if (lines.isTooLong()) {
          return QueryForm.LINES;
        }
        try {
          long number = lines.number();
          String text = lines.text();
          return QueryForm.of(text, next(lines), file, number);
        } catch (CharacterCodingException e) {
          return QueryForm.LINES;
        }
      }
    }
    return QueryForm.LINES;
  }

  /** Peeks at the next line that is not empty; "" if there is none. */
  private static String next(InputLines lines) throws CharacterCodingException {
    return lines.next() && !lines.isTooLong() ? lines.text() : "";
  }

  private static QueryLine jsonLine(InputLines line) throws JsonLine.Broken {
    Map<String, List<String>> fields = JsonLine.readValues(line);
    if (isSlowLog(fields)) {
      throw new UsageError(
          "%s: expected queries, found a slow log, whose lines have whole search requests; extract the words from the field %s first, a query a line"
              .formatted(
                  line.where(),
                  Abbreviated.of(
                      fields.keySet().stream()
                          .filter(QueryLog::isSource)
                          .findFirst()
                          .orElseThrow())));
    }
    Optional<String> query = value(fields, "query");
    if (query.isEmpty() && !fields.containsKey("title") && fields.containsKey("_id")) {
      // BEIR's queries.jsonl; documents have a title too.
      query = value(fields, "text");
    }
    String text =
        query.orElseThrow(() -> new JsonLine.Broken("expected a field \"query\", found none"));
    String id =
        value(fields, "id").or(() -> value(fields, "_id")).orElse(Long.toString(line.number()));
    return new QueryLine(line.where(), id, text);
  }

  private static Optional<String> value(Map<String, List<String>> fields, String name) {
    List<String> values = fields.getOrDefault(name, List.of());
    return values.size() == 1 ? Optional.of(values.getFirst()) : Optional.empty();
  }

  /**
   * True for slow logs of OpenSearch and Elasticsearch, with the duration, and the request as text.
   */
  private static boolean isSlowLog(Map<String, List<String>> fields) {
    return fields.keySet().stream().anyMatch(QueryLog::isSource)
        && fields.keySet().stream().anyMatch(name -> name.matches("(.*\\.)?took(_millis)?"));
  }

  private static boolean isSource(String name) {
    return name.equals("source") || name.endsWith(".source");
  }
}
