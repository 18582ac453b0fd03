package org.curtail.opensearch.kinds;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * Knowledge of a node about the costs of its searches before they run. It gives the order in which
 * searches get places, and the number of places for long ones. Safe for all threads.
 */
public final class SearchCosts {
  private final KindCosts kinds = new KindCosts();
  private final LongQueries longQueries = new LongQueries();
  private final int cores;

  /**
   * Knows nothing yet.
   *
   * @param cores cores of the node, at least 1
   */
  public SearchCosts(int cores) {
    this.cores = cores;
  }

  /** Returns the expected cost of a search that arrives. */
  public ExpectedCost expect(String index, @Nullable SearchSourceBuilder source) {
    QueryShape shape = QueryShape.of(index, source);
    KindCosts.Estimate estimate = kinds.estimate(shape);
    boolean isUseful = kinds.areUseful();
    return new ExpectedCost(
        shape,
        estimate,
        isUseful ? Math.round(estimate.nanos()) : 0,
        isUseful && longQueries.isLong(estimate.nanos()));
  }

  /**
   * Learns from a search that has ended.
   *
   * @param cpuNanos CPU time of all its threads
   * @param heldNanos time for which it held a place
   * @param nowNanos time now
   */
  public void ended(ExpectedCost expected, long cpuNanos, long heldNanos, long nowNanos) {
    QueryShape shape = expected.shape();
    if (shape != null) {
      kinds.ended(shape, expected.estimate(), cpuNanos);
      longQueries.ended(cpuNanos, heldNanos, nowNanos);
    }
  }

  /**
   * True for a search that is or has become long.
   *
   * @param cpuNanos CPU time of all its threads so far
   */
  public boolean isLong(ExpectedCost expected, long cpuNanos) {
    return expected.isLong() || longQueries.isLong((double) cpuNanos);
  }

  /** As {@link LongQueries#places}. */
  public int placesOfLong(int places, boolean hasWaited, long nowNanos) {
    return longQueries.places(places, cores, hasWaited, nowNanos);
  }

  /** Returns the kinds with their figures. */
  public List<KindCosts.Figures> figures() {
    return kinds.figures();
  }

  /** Returns all that is known of kinds, for {@link #read} of another day. */
  public String text() {
    return kinds.text();
  }

  /**
   * Begins with the kinds of another day.
   *
   * @throws IllegalArgumentException if the text is not one of {@link #text}
   * @throws IOException if it is no JSON
   */
  public void read(String text) throws IOException {
    kinds.read(text);
  }
}
