package org.curtail.opensearch.kinds;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import org.apache.lucene.search.BooleanClause.Occur;
import org.jspecify.annotations.Nullable;
import org.opensearch.index.query.QueryBuilder;
import org.opensearch.index.query.QueryBuilderVisitor;
import org.opensearch.index.query.WithFieldName;
import org.opensearch.search.aggregations.AggregationBuilder;
import org.opensearch.search.aggregations.AggregatorFactories;
import org.opensearch.search.aggregations.support.ValuesSourceAggregationBuilder;
import org.opensearch.search.builder.SearchSourceBuilder;
import org.opensearch.search.sort.FieldSortBuilder;
import org.opensearch.search.sort.SortBuilder;

/**
 * The structure of a search request: types and fields of its queries, sorts and aggregations, and
 * the order of magnitude of its size. It has no word and no value of the request. Requests of equal
 * structure are of one kind.
 *
 * <p>The number of equal clauses is rounded down to a power of two. A structure has at most {@link
 * #MOST_PARTS} parts and {@link #MOST_CHARS} characters. Immutable.
 *
 * @param index name of the searched index
 * @param structure the structure with fields, such as {@code bool(filter range(time), must
 *     match(title)) size 16}
 * @param types the structure without fields
 */
public record QueryShape(String index, String structure, String types) {
  /** Maximum number of parts of a structure. */
  static final int MOST_PARTS = 64;

  /** Maximum number of characters of a structure. */
  static final int MOST_CHARS = 512;

  /**
   * Returns the structure of a request.
   *
   * @param source null for a request without a body
   */
  public static QueryShape of(String index, @Nullable SearchSourceBuilder source) {
    if (source == null) {
      return new QueryShape(index, "match_all", "match_all");
    }
    var budget = new Budget();
    Part all = new Part("", "");
    addQuery(all, "", source.query(), budget);
    addQuery(all, "post_filter ", source.postFilter(), budget);
    if (source.sorts() != null) {
      for (SortBuilder<?> sort : source.sorts()) {
        String field = sort instanceof FieldSortBuilder byField ? byField.getFieldName() : "";
        all.add(new Part("sort " + sort.getWriteableName(), field), budget);
      }
    }
    AggregatorFactories.Builder aggregations = source.aggregations();
    if (aggregations != null) {
      addAggregations(all, aggregations.getAggregatorFactories(), budget);
    }
    if (source.collapse() != null) {
      all.add(new Part("collapse", source.collapse().getField()), budget);
    }
    if (source.rescores() != null && !source.rescores().isEmpty()) {
      all.add(new Part("rescore", ""), budget);
    }
    if (source.suggest() != null) {
      all.add(new Part("suggest", ""), budget);
    }
    all.add(new Part("size " + magnitude(source), ""), budget);
    return new QueryShape(index, cut(all.text(true)), cut(all.text(false)));
  }

  /** Returns the least power of two that is not below the number of requested hits; 0 for none. */
  private static int magnitude(SearchSourceBuilder source) {
    int size = source.size() < 0 ? 10 : source.size();
    int hits = (int) Math.min((long) size + Math.max(source.from(), 0), 1 << 30);
    return hits <= 1 ? hits : Integer.highestOneBit(hits - 1) << 1;
  }

  private static String cut(String text) {
    return text.length() <= MOST_CHARS
        ? text
        : text.substring(0, MOST_CHARS - 9) + "~%08x".formatted(text.hashCode());
  }

  private static void addQuery(Part to, String role, @Nullable QueryBuilder query, Budget budget) {
    if (query != null) {
      query.visit(new Clauses(to, role, budget));
    }
  }

  private static void addAggregations(
      Part to, Collection<AggregationBuilder> aggregations, Budget budget) {
    for (AggregationBuilder one : aggregations) {
      String field =
          one instanceof ValuesSourceAggregationBuilder<?> ofValues && ofValues.field() != null
              ? ofValues.field()
              : "";
      var part = new Part("aggregation " + one.getType(), field);
      if (to.add(part, budget)) {
        addAggregations(part, one.getSubAggregations(), budget);
      }
    }
  }

  /** Parts that the structure may still get. */
  private static final class Budget {
    private int parts = MOST_PARTS;
  }

  /** A part of a structure, with the parts inside it. */
  private static final class Part {
    private final String type;
    private final String field;
    private final List<Part> inside = new ArrayList<>(2);

    Part(String type, String field) {
      this.type = type;
      this.field = field;
    }

    /** Adds a part; false if the structure is full. */
    boolean add(Part part, Budget budget) {
      if (budget.parts == 0) {
        return false;
      }
      budget.parts--;
      inside.add(part);
      return true;
    }

    /** Returns equal parts once, with their number, in alphabetical order. */
    String text(boolean withFields) {
      var counts = new TreeMap<String, Integer>();
      for (Part part : inside) {
        counts.merge(part.text(withFields), 1, Integer::sum);
      }
      var text = new StringBuilder(type);
      if (withFields && !field.isEmpty()) {
        text.append('[').append(field).append(']');
      }
      if (!counts.isEmpty()) {
        String separator = type.isEmpty() ? "" : "(";
        for (var part : counts.entrySet()) {
          text.append(separator).append(part.getKey());
          if (part.getValue() > 1) {
            text.append(" x").append(Integer.highestOneBit(part.getValue()));
          }
          separator = ", ";
        }
        text.append(type.isEmpty() ? "" : ")");
      }
      return text.toString();
    }
  }

  /**
   * Adds the clauses of one role, such as {@code must}, to the part of the structure that contains
   * them.
   */
  private static final class Clauses implements QueryBuilderVisitor {
    private final Part to;
    private final String role;
    private final Budget budget;
    private Part last;

    Clauses(Part to, String role, Budget budget) {
      this.to = to;
      this.role = role;
      this.budget = budget;
      this.last = to;
    }

    @Override
    public void accept(QueryBuilder query) {
      String field = query instanceof WithFieldName named ? named.fieldName() : null;
      last = new Part(role + query.getName(), field == null ? "" : field);
      to.add(last, budget);
    }

    @Override
    public QueryBuilderVisitor getChildVisitor(Occur occur) {
      return budget.parts == 0
          ? NO_OP_VISITOR
          : new Clauses(last, occur.name().toLowerCase(Locale.ROOT) + " ", budget);
    }
  }
}
