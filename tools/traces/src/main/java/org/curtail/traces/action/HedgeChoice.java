package org.curtail.traces.action;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.curtail.traces.workflow.CallTarget;
import org.curtail.traces.workflow.Forecast;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.WhatIf;

/**
 * Chooses the calls to hedge together. First it takes the call with the largest gain alone. Then it
 * adds each call that lowers the 99th percentile of the first half's requests again.
 */
final class HedgeChoice {
  /** Minimum gain of a hedge, as a share of the percentile. */
  static final double LEAST_GAIN = 0.005;

  private final WhatIf whatIf;
  private final WhatIf first;

  HedgeChoice(WhatIf whatIf) {
    this.whatIf = whatIf;
    first = whatIf.onFirstHalf();
  }

  /**
   * Returns the best of these calls.
   *
   * @param budget share of each call's executions that may be sent twice
   * @return the chosen calls; empty if no hedge gains
   */
  Optional<Hedges> of(List<CallTarget> candidates, double budget) {
    List<Forecast> alone =
        candidates.stream()
            .map(called -> first.of(whatIf.hedged(called, budget)))
            .filter(forecast -> forecast.p99().gainMillis() > 0)
            .sorted(Comparator.comparingDouble(forecast -> -forecast.p99().gainMillis()))
            .toList();
    List<Intervention> chosen = new ArrayList<>();
    double gain = 0;
    for (Forecast next : alone) {
      chosen.add(next.intervention());
      double with = first.of(chosen).p99().gainMillis();
      if (with > gain + LEAST_GAIN * next.p99().millis()) {
        gain = with;
      } else {
        chosen.removeLast();
      }
    }
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Hedges(
            chosen.stream().map(whatIf::of).toList(),
            effect(first, chosen),
            effect(whatIf, chosen)));
  }

  private static Hedges.Effect effect(WhatIf of, List<Intervention> chosen) {
    WhatIf.Together together = of.of(chosen);
    return new Hedges.Effect(together.p99(), together.copiesCost());
  }
}
