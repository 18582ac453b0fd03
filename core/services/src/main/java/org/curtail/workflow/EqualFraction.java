package org.curtail.workflow;

import java.util.Arrays;

/** Every stage sends the same share of its calls again: an opponent (Kwiken, section 5.2). */
public record EqualFraction() implements BudgetSplit {
  @Override
  public double[] fractions(WorkflowCurves curves, double budget) {
    double[] fractions = new double[curves.workflow().stages().size()];
    Arrays.fill(fractions, budget);
    return curves.costs().within(budget, fractions);
  }
}
