package org.curtail.opensearch.kinds;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.opensearch.search.builder.SearchSourceBuilder;

/**
 * What a node knows of the costs of its searches before they run: the order in which they get
 * places, and how many places long ones may hold. Safe for all threads.
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
    return new ExpectedCost(
        shape, estimate, kinds.areUseful() && longQueries.isLong(estimate.nanos()));
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

  /** True for a search that is or has become long. */
  public boolean isLong(ExpectedCost expected, long heldNanos) {
    return expected.isLong() || longQueries.isLong(heldNanos);
  }

  /** Returns the number of places that long searches may hold, at least 1. */
  public int placesOfLong(int places, ExpectedCost newcomer, long waitedNanos, long nowNanos) {
    return longQueries.places(places, cores, waitedNanos >= newcomer.estimate().nanos(), nowNanos);
  }

  /**
   * Returns the rank of a waiting search: the least is next. It is its cost less the time for which
   * it has waited, so no search waits for newcomers longer than it takes itself. If the costs of
   * searches are hard to foresee, the order is that of arrival.
   */
  public double rankNanos(ExpectedCost expected, long waitedNanos) {
    return (kinds.areUseful() ? expected.estimate().nanos() : 0) - waitedNanos;
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
