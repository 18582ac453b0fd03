package org.curtail.cli.workflow;

/**
 * The gain from a budget with one way to split it.
 *
 * @param split of the budget
 * @param budget allowed: 0 to 1
 * @param tailMillis at the chosen percentile
 * @param cost of the copies sent, as a share of the cost of requests without copies
 */
record BudgetPoint(Split split, double budget, double tailMillis, double cost) {}
