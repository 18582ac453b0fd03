package org.curtail.opensearch.stats;

import org.opensearch.action.ActionType;

/** Asks nodes for their figures. */
public final class StatsAction extends ActionType<StatsResponse> {
  /** The only instance. */
  public static final StatsAction INSTANCE = new StatsAction();

  private StatsAction() {
    super("cluster:monitor/curtail/stats", StatsResponse::new);
  }
}
