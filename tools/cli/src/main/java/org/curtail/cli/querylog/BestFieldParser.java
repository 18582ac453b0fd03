package org.curtail.cli.querylog;

import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.queryparser.classic.MultiFieldQueryParser;
import org.apache.lucene.queryparser.classic.ParseException;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.DisjunctionMaxQuery;
import org.apache.lucene.search.Query;
import org.jspecify.annotations.Nullable;

/**
 * Lucene's classic syntax over several fields. As for free text, a word counts with its best field,
 * not with the sum of all, and is one clause.
 */
final class BestFieldParser extends MultiFieldQueryParser {
  BestFieldParser(List<String> fields, Analyzer analyzer) {
    super(fields.toArray(String[]::new), analyzer);
  }

  /** Called with a query for each field. For several words, called with a group for each word. */
  @Override
  protected @Nullable Query getMultiFieldQuery(List<Query> queries) throws ParseException {
    return queries.stream().allMatch(BooleanQuery.class::isInstance)
        ? super.getMultiFieldQuery(queries.stream().map(BestFieldParser::bestOfGroup).toList())
        : best(queries);
  }

  private static Query bestOfGroup(Query group) {
    return group instanceof BooleanQuery all
        ? best(all.clauses().stream().map(BooleanClause::query).toList())
        : group;
  }

  private static Query best(List<Query> queries) {
    return queries.size() == 1 ? queries.getFirst() : new DisjunctionMaxQuery(queries, 0);
  }
}
