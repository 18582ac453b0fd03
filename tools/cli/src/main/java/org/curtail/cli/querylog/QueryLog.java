package org.curtail.cli.querylog;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
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
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.cli.lucene.Analysis;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.lucene.TextFields;
import org.jspecify.annotations.Nullable;

/**
 * Queries of a file in their order, with the lines that were left out.
 *
 * @param file their source
 * @param fields fields they search
 * @param guesses guesses about the file's form and the line that they rest on, in words
 * @param queries at least one
 * @param unparsable lines that are no queries
 * @param firstUnparsable the first few of them: file, line and reason
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

  /** Limit of queries in a file, however few of them are wanted: a minute of parsing. */
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
   * @throws UsageError if the file is missing, broken off, or has no query in it; if a field does
   *     not exist
   * @throws IOException if the disk fails
   */
  public static QueryLog read(QueryLogRequest request, OpenIndex index) throws IOException {
    return read(request, index, MOST_QUERIES);
  }

  /**
   * Reads a number of queries at most, evenly spread over the log and in its order. Of a longer log
   * only these are kept in memory; it is read twice for that.
   */
  public static QueryLog read(QueryLogRequest request, OpenIndex index, int most)
      throws IOException {
    List<String> fields = TextFields.choose(index.reader(), request.fields());
    Analysis analysis = request.analysis().or(index::analysis).orElse(Analysis.STANDARD);
    try (Analyzer analyzer = analysis.analyzer()) {
      var parsing = new QueryParsing(fields, analyzer, request.stopWords(), request.operator());
      QuerySyntax syntax = request.syntax().resolve(request.file());
      var first = new Reading(syntax, parsing, place -> place < most);
      QueryFile.read(request.file(), syntax, first);
      int all = first.count;
      if (all <= most) {
        return first.log(request.file(), fields);
      }
      var chosen = new BitSet(all);
      IntStream.range(0, most).forEach(i -> chosen.set((int) ((long) i * all / most)));
      var second = new Reading(syntax, parsing, chosen::get);
      QueryFile.read(request.file(), syntax, second);
      return second.log(request.file(), fields);
    }
  }

  /**
   * The queries that match at least one document.
   *
   * @throws UsageError if none does
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

  private static final class Reading implements QueryFile.Sink {
    private final QuerySyntax syntax;
    private final QueryParsing parsing;
    private final List<String> guesses = new ArrayList<>();
    private final List<LoggedQuery> queries = new ArrayList<>();
    private final List<String> firstUnparsable = new ArrayList<>();
    private final SortedMap<String, Integer> unsupported = new TreeMap<>();
    private final IntPredicate wanted;
    private int unparsable;

    /** All queries so far, wanted or not. */
    private int count;

    /**
     * Creates an empty reading.
     *
     * @param wanted true for queries to keep, by their positions among all that can be parsed
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
          case FREE, AUTO -> keep(line, parsing.free(line.text()));
          case LUCENE -> keep(line, parsing.classic(line.text()));
          case TASKS -> task(line);
        }
      } catch (QueryParsing.Unparsable e) {
        broken(line.where() + ": " + e.getMessage());
      }
    }

    private void task(QueryLine line) throws QueryParsing.Unparsable {
      TaskLine task = TaskLine.parse(line.text());
      if (task == null) {
        throw new QueryParsing.Unparsable(
            "expected \"Category: query\", found: " + Abbreviated.of(line.text()));
      }
      switch (task.form()) {
        case CLASSIC, NEAR -> keep(line, parsing.task(task));
        case UNSUPPORTED -> unsupported.merge(task.category(), 1, Integer::sum);
      }
    }

    private void keep(QueryLine line, Query query) {
      if (count == MOST_QUERIES) {
        throw new UsageError(
            "%s: expected at most %,d queries, found more; take a part of the file"
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
}
