package org.curtail.traces.action;

import java.util.List;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;

/**
 * Calls to be sent again, each after a delay of its own, and what all of them bring together.
 *
 * @param each what each call brings alone to later requests; at least one
 * @param planned what all bring to the requests by which they were chosen
 * @param heldOut what all bring to later ones
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
   * What they bring to whole requests.
   *
   * @param cost work of the copies, as a share of that of the requests: at least 0
   */
  public record Effect(Forecast.Gain p99, double cost) {}
}
