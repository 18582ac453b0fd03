package org.curtail.cli.workflow;

/**
 * What a budget brings if it is split in some way.
 *
 * @param split of the budget
 * @param budget allowed: 0 to 1
 * @param tailMillis at the percentile that matters
 * @param cost of the copies that were sent, as a share of what requests cost without
 */
record BudgetPoint(Split split, double budget, double tailMillis, double cost) {}
