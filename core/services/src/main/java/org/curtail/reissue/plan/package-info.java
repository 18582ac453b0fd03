/**
 * Reports on reissue plans, plans under load, and the content of plan files. Pure: no threads,
 * clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.plan.ReissueReport} holds the intervals of a plan.
 *   <li>{@link org.curtail.reissue.plan.ReissueReport.Estimate} is a number with its interval.
 *   <li>{@link org.curtail.reissue.plan.TailByBudget} is a percentile as a function of the budget.
 *   <li>{@link org.curtail.reissue.plan.TailByBudget.TailPoint} is a tail and the fewest copies for
 *       it.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback} finds a plan that holds under load.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback.FeedbackStep} is the next policy to run, or
 *       the verdict.
 *   <li>{@link org.curtail.reissue.plan.ReissueObservation} is the observation of a run.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback.ReissueTrial} is a policy that ran, with its
 *       prediction.
 *   <li>{@link org.curtail.reissue.plan.IdleDispatch} sends copies to idle slots.
 *   <li>{@link org.curtail.reissue.plan.PlanDocument} is the content of a plan's file.
 * </ul>
 *
 * <p><b>Inside.</b> {@code TailEstimate} computes the intervals of a report. {@code
 * CorrelatedForecast} predicts the tail if copies depend on the originals. Under load, a {@code
 * ReissueIteration} finds the plan for one budget, and a {@code BudgetSearch} finds the best
 * budget.
 */
@NullMarked
package org.curtail.reissue.plan;

import org.jspecify.annotations.NullMarked;
