package org.curtail.benchkit.trust;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.text.Numbers;

/** Remarks on too few queries for a figure; {@link SampleSize} has the rule for percentiles. */
public final class FewQueries {
  /** A figure with its least number of queries. */
  private record Need(String figure, long queries) {
    static Need percentile(int percentile) {
      return new Need("p" + percentile, SampleSize.fewest(percentile));
    }
  }

  private static final Need P99 = Need.percentile(99);
  private static final Need LONGEST = new Need("the longest 5 %", SampleSize.fewest(95));
  private static final Need P95 = Need.percentile(95);
  private static final Need P90 = Need.percentile(90);
  private static final Need MEDIAN = Need.percentile(50);

  /** Demands differ by powers of ten, so the longest queries determine a mean over few queries. */
  private static final Need MEAN = new Need("a mean", 100);

  private FewQueries() {}

  /**
   * Returns remarks on the percentiles of a demand profile and the speedups of its longest
   * requests.
   */
  public static List<String> notes(long queries) {
    return notes(queries, List.of(P99, P95, LONGEST, P90, MEAN, MEDIAN));
  }

  /** Returns remarks on means with intervals over queries. */
  public static List<String> notesOfMeans(long queries) {
    return notes(queries, List.of(MEAN));
  }

  /** Returns remarks on means, and on the longest 5 % of the queries. */
  public static List<String> notesOfLongest(long queries) {
    return notes(queries, List.of(LONGEST, MEAN));
  }

  private static List<String> notes(long queries, List<Need> needs) {
    var lacking = new ArrayList<String>();
    for (Need need : needs) {
      if (queries < need.queries()) {
        lacking.add("%s needs %s".formatted(need.figure(), Numbers.count(need.queries())));
      }
    }
    return lacking.isEmpty()
        ? List.of()
        : List.of(
            "%s %s too few: %s; measure more queries"
                .formatted(
                    Numbers.count(queries),
                    queries == 1 ? "query is" : "queries are",
                    String.join(", ", lacking)));
  }
}
