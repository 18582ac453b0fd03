package org.curtail.opensearch.stats;

import java.util.function.Supplier;

/** Where a node's figures come from. */
public final class StatsSource {
  private final Supplier<NodeFigures> figures;

  /** Asked anew each time. */
  public StatsSource(Supplier<NodeFigures> figures) {
    this.figures = figures;
  }

  NodeFigures figures() {
    return figures.get();
  }
}
