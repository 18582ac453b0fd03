package org.curtail.cli.workflow;

/**
 * The gain from a budget, with one way to split the budget.
 *
 * @param split split of the budget
 * @param budget allowed budget: 0 to 1
 * @param tailMillis tail at the chosen percentile
 * @param cost cost of the sent copies, as a share of the cost of requests without copies
 */
record BudgetPoint(Split split, double budget, double tailMillis, double cost) {}
