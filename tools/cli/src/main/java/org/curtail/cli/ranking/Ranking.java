package org.curtail.cli.ranking;

import java.io.IOException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.search.Query;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.NearestName;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Scoring of the matches of a query. */
public sealed interface Ranking {
  /** Lucene's own scores. These scores permit skipping matches that cannot reach the top. */
  record Bm25() implements Ranking {
    @Override
    public Query apply(Query query, IndexReader reader) {
      return query;
    }

    @Override
    public String toString() {
      return "bm25";
    }
  }

  /**
   * Lucene's score plus an ensemble of regression trees, evaluated on every match.
   *
   * <p>The ranking has the shape and the cost of a learned ranking function: trees of depth 5 over
   * the text score, the lengths of the fields, and the stored numbers of each document. The ranking
   * is not learned. Features and leaf values come from a seed; thresholds are quantiles of the
   * index, so all branches are used. The ranking gives a search the cost of a real ranking, but no
   * better results.
   *
   * <p>The scores of an index are the same in each process.
   *
   * @param count number of trees, 1 to 10,000
   * @param seed seed of features and leaf values
   */
  record Trees(int count, long seed) implements Ranking {
    private static final int MOST = 10_000;

    public Trees {
      if (count < 1 || count > MOST) {
        throw new IllegalArgumentException(
            "expected 1 to %,d trees, found %,d".formatted(MOST, count));
      }
    }

    /** Creates trees from seed 1. */
    public Trees(int count) {
      this(count, 1);
    }

    @Override
    public Query apply(Query query, IndexReader reader) throws IOException {
      return new TreeQuery(query, ForestGrower.of(this, reader));
    }

    @Override
    public String toString() {
      return "trees-" + count;
    }
  }

  /**
   * The query with this scoring. Cheap except for the first call with a reader, which samples the
   * index. Safe for several threads; so is the query.
   *
   * @throws IOException if the index cannot be read
   */
  Query apply(Query query, IndexReader reader) throws IOException;

  /**
   * The ranking with a name: {@code bm25}, or {@code trees-N} for N trees.
   *
   * @throws IllegalArgumentException if the name is neither
   */
  static Ranking parse(String name) {
    if (name.equals("bm25")) {
      return new Bm25();
    }
    Matcher trees = Pattern.compile("trees-(\\d{1,6})").matcher(name);
    if (!trees.matches()) {
      throw new IllegalArgumentException(
          "expected bm25 or trees-N with N trees, for example trees-20, found '%s'%s"
              .formatted(Abbreviated.of(name), NearestName.hint(name, List.of("bm25", "trees-N"))));
    }
    return new Trees(Integer.parseInt(trees.group(1)));
  }

  /** Converts the option's value. */
  final class Converter implements ITypeConverter<Ranking> {
    @Override
    public Ranking convert(String name) {
      try {
        return parse(name);
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(String.valueOf(e.getMessage()));
      }
    }
  }
}
