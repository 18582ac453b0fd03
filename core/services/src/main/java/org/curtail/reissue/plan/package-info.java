/**
 * Plans of reissue beyond one log: reports, the tail over the budget, services under load, files.
 * Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.plan.ReissueReport} is how sure a plan is.
 *   <li>{@link org.curtail.reissue.plan.ReissueReport.Estimate} is a number with its interval.
 *   <li>{@link org.curtail.reissue.plan.TailByBudget} is a percentile against the budget.
 *   <li>{@link org.curtail.reissue.plan.TailByBudget.TailPoint} is a tail and the fewest reissues
 *       that it takes.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback} finds a plan that holds under load.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback.FeedbackStep} says what to run, or the
 *       verdict.
 *   <li>{@link org.curtail.reissue.plan.ReissueObservation} is what came of a run.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback.ReissueTrial} is a policy that ran, and what
 *       was expected of it.
 *   <li>{@link org.curtail.reissue.plan.IdleDispatch} sends copies to slots that nobody waits for.
 *   <li>{@link org.curtail.reissue.plan.NotedPlan} is what the file of a plan holds.
 * </ul>
 *
 * <p><b>Inside.</b> {@code TailEstimate} and {@code FractionEstimate} are a report's intervals, a
 * {@code CorrelatedForecast} is what becomes of a plan if second attempts go together with first
 * ones. Under load, a {@code ReissueIteration} finds the plan for one budget, a {@code
 * BudgetSearch} the best budget.
 */
@NullMarked
package org.curtail.reissue.plan;

import org.jspecify.annotations.NullMarked;
