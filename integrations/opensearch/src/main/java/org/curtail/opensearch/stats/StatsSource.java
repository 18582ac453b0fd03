package org.curtail.opensearch.stats;

import java.util.function.Supplier;

/** Source of a node's figures. */
public final class StatsSource {
  private final Supplier<NodeFigures> figures;

  /** Calls the supplier for each request. */
  public StatsSource(Supplier<NodeFigures> figures) {
    this.figures = figures;
  }

  NodeFigures figures() {
    return figures.get();
  }
}
