package org.curtail.cli.querylog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.index.Term;
import org.apache.lucene.queries.spans.SpanNearQuery;
import org.apache.lucene.queries.spans.SpanTermQuery;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.queryparser.classic.QueryParser;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchNoDocsQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.QueryVisitor;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.util.automaton.ByteRunAutomaton;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;
import org.curtail.benchkit.terminal.Abbreviated;

/**
 * Turns the text of a query into a Lucene query. A word counts with its best field.
 *
 * @param fields searched fields, at least one
 * @param analyzer analyzer of the index
 * @param stopWords words removed from free text
 * @param operator joins the words of free text and classic syntax
 */
public record QueryParsing(
    List<String> fields, Analyzer analyzer, StopWords stopWords, Operator operator) {
  private static final int NEAR_SLOP = 10;
  private static final int LONGEST_REASON = 200;

  /** Deepest nesting: the parser and all visitors of a query recurse once for each level. */
  private static final int DEEPEST = 50;

  public QueryParsing {
    fields = List.copyOf(fields);
    if (fields.isEmpty()) {
      throw new IllegalArgumentException("expected at least one field");
    }
  }

  /** A text that is no query; the message gives the reason. */
  public static final class Unparsable extends Exception {
    private static final long serialVersionUID = 1;

    Unparsable(String message) {
      super(message);
    }

    Unparsable(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * Parses a query.
   *
   * @param syntax {@link QuerySyntax#AUTO} means {@link QuerySyntax#FREE}
   * @throws Unparsable if the text is no query in this syntax
   */
  public Query parse(String text, QuerySyntax syntax) throws Unparsable {
    return switch (syntax) {
      case AUTO, FREE -> free(text);
      case LUCENE -> classic(text);
      case TASKS -> {
        TaskLine task = TaskLine.parse(text);
        if (task.form() == TaskLine.Form.UNSUPPORTED) {
          throw new Unparsable(
              "expected a task of full text, found: " + Abbreviated.of(task.category()));
        }
        yield task(task);
      }
    };
  }

  /** Parses any words, each only once. */
  Query free(String text) throws Unparsable {
    Set<String> terms = new LinkedHashSet<>(terms(String.join(" ", stopWords.drop(text))));
    if (terms.isEmpty()) {
      throw new Unparsable("expected words, found none in: " + Abbreviated.of(text));
    }
    int clauses = terms.size() * fields.size();
    if (clauses > IndexSearcher.getMaxClauseCount()) {
      throw tooManyClauses(clauses);
    }
    if (terms.size() == 1) {
      return anyField(terms.iterator().next());
    }
    var all = new BooleanQuery.Builder();
    for (String term : terms) {
      all.add(
          anyField(term),
          switch (operator) {
            case OR -> Occur.SHOULD;
            case AND -> Occur.MUST;
          });
    }
    return all.build();
  }

  /** Parses the syntax of Lucene's classic query parser. */
  Query classic(String text) throws Unparsable {
    requireShallow(text);
    var parser = new BestFieldParser(fields, analyzer);
    parser.setDefaultOperator(
        switch (operator) {
          case OR -> QueryParser.Operator.OR;
          case AND -> QueryParser.Operator.AND;
        });
    try {
      Query query = parser.parse(text);
      if (query instanceof MatchNoDocsQuery
          || (query instanceof BooleanQuery all && all.clauses().isEmpty())) {
        throw new Unparsable("expected words, found none in: " + Abbreviated.of(text));
      }
      requireFewClauses(query);
      return query;
    } catch (ParseException | IllegalArgumentException | IndexSearcher.TooManyClauses e) {
      throw new Unparsable("expected Lucene's query syntax: " + reason(e), e);
    } catch (TooComplexToDeterminizeException | StackOverflowError e) {
      throw new Unparsable(
          "expected simpler patterns, found some that are too slow in Lucene: "
              + Abbreviated.of(text),
          e);
    }
  }

  /** The beginning of the parser's message, which may repeat the whole query. */
  private static String reason(Exception failure) {
    String line = String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
    return line.length() <= LONGEST_REASON ? line : line.substring(0, LONGEST_REASON) + "...";
  }

  /** Parses a benchmark task of a supported form. */
  Query task(TaskLine task) throws Unparsable {
    return switch (task.form()) {
      case CLASSIC -> atLeast(task.minShouldMatch(), classic(task.text()));
      case NEAR -> near(task.text());
      case UNSUPPORTED -> throw new IllegalArgumentException("unsupported: " + task.category());
    };
  }

  private static Query atLeast(int minShouldMatch, Query query) {
    if (minShouldMatch == 0 || !(query instanceof BooleanQuery all)) {
      return query;
    }
    var builder = new BooleanQuery.Builder().setMinimumNumberShouldMatch(minShouldMatch);
    all.clauses().forEach(builder::add);
    return builder.build();
  }

  private Query near(String text) throws Unparsable {
    List<String> terms = terms(text);
    if (terms.size() < 2) {
      throw new Unparsable("expected two or more words, found: " + Abbreviated.of(text));
    }
    return best(
        fields.stream()
            .map(field -> {
              var near = SpanNearQuery.newOrderedNearQuery(field).setSlop(NEAR_SLOP);
              terms.forEach(term -> near.addClause(new SpanTermQuery(new Term(field, term))));
              return (Query) near.build();
            })
            .toList());
  }

  private Query anyField(String term) {
    return best(
        fields.stream().map(field -> (Query) new TermQuery(new Term(field, term))).toList());
  }

  private static Query best(List<Query> queries) {
    return queries.size() == 1 ? queries.getFirst() : new DisjunctionMaxQuery(queries, 0);
  }

  private List<String> terms(String text) {
    var terms = new ArrayList<String>();
    try (TokenStream tokens = analyzer.tokenStream(fields.getFirst(), text)) {
      var term = tokens.addAttribute(CharTermAttribute.class);
      tokens.reset();
      while (tokens.incrementToken()) {
        terms.add(term.toString());
      }
      tokens.end();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen: the text is in memory
    }
    return terms;
  }

  /**
   * Rejects deeply nested parentheses before parsing, so that Lucene parses and searches the query
   * without a stack overflow and in reasonable time.
   *
   * <p>Parentheses in regular expressions count, too; those in quotation marks or after a backslash
   * do not.
   *
   * @throws QueryParsing.Unparsable if more than 50 are nested
   */
  private static void requireShallow(String text) throws QueryParsing.Unparsable {
    int deepest = deepest(text);
    if (deepest > DEEPEST) {
      throw new QueryParsing.Unparsable(
          "expected at most %,d nested parentheses, found %,d".formatted(DEEPEST, deepest));
    }
  }

  private static int deepest(String text) {
    int deepest = 0;
    int depth = 0;
    boolean quoted = false;
    for (int i = 0; i < text.length(); i++) {
      switch (text.charAt(i)) {
        case '\\' -> i++;
        case '"' -> quoted = !quoted;
        case '(' -> depth += quoted ? 0 : 1;
        case ')' -> depth -= quoted || depth == 0 ? 0 : 1;
        default -> {}
      }
      deepest = Math.max(deepest, depth);
    }
    return deepest;
  }

  /**
   * Rejects a query with more clauses than Lucene permits.
   *
   * @throws QueryParsing.Unparsable if a searcher would reject it
   */
  private static void requireFewClauses(Query query) throws QueryParsing.Unparsable {
    var counter = new Counter();
    query.visit(counter);
    if (counter.clauses > IndexSearcher.getMaxClauseCount()) {
      throw tooManyClauses(counter.clauses);
    }
  }

  private static QueryParsing.Unparsable tooManyClauses(int found) {
    return new QueryParsing.Unparsable(
        "expected at most %,d words, counted in each field, found %,d"
            .formatted(IndexSearcher.getMaxClauseCount(), found));
  }

  /** Counts clauses as {@link IndexSearcher} does. */
  private static final class Counter extends QueryVisitor {
    private int clauses;

    @Override
    public QueryVisitor getSubVisitor(Occur occur, Query parent) {
      // All sub-queries count, also forbidden ones.
      return this;
    }

    @Override
    public void visitLeaf(Query query) {
      clauses++;
    }

    @Override
    public void consumeTerms(Query query, Term... terms) {
      clauses += terms.length;
    }

    @Override
    public void consumeTermsMatching(
        Query query, String field, Supplier<ByteRunAutomaton> automaton) {
      clauses++;
    }
  }
}
