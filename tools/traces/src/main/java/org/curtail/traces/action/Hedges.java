package org.curtail.traces.action;

import java.util.List;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;

/**
 * Calls to hedge with their delays and their joint effect.
 *
 * @param each effect of each call alone on later requests; at least one
 * @param planned joint effect on the requests of the choice
 * @param heldOut joint effect on later requests
 */
public record Hedges(List<Forecast> each, Effect planned, Effect heldOut) {
  public Hedges {
    each = List.copyOf(each);
    for (Forecast forecast : each) {
      if (!(forecast.intervention() instanceof Intervention.Hedged)) {
        throw new IllegalArgumentException("expected hedged calls, found " + forecast);
      }
    }
  }

  /**
   * Effect on whole requests.
   *
   * @param cost work of the copies, as a share of the requests' work: at least 0
   */
  public record Effect(Forecast.Gain p99, double cost) {}
}
