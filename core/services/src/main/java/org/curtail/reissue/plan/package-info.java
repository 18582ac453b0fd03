/**
 * Plans of reissue beyond one log: reports, curves over the budget, services under load, files.
 * Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.plan.ReissueReport} is how sure a plan is.
 *   <li>{@link org.curtail.reissue.plan.Estimate} is a number with its interval.
 *   <li>{@link org.curtail.reissue.plan.ReissueHalves} is what a plan is worth for requests that it
 *       has not seen.
 *   <li>{@link org.curtail.reissue.plan.ReissueCurve} is mean and variance against the budget.
 *   <li>{@link org.curtail.reissue.plan.CurvePoint} is one policy on such a curve.
 *   <li>{@link org.curtail.reissue.plan.CurveHull} is by what several services can share one
 *       budget.
 *   <li>{@link org.curtail.reissue.plan.HullSegment} is a piece of a hull, with its gain per
 *       reissue.
 *   <li>{@link org.curtail.reissue.plan.TailByBudget} is a percentile against the budget.
 *   <li>{@link org.curtail.reissue.plan.TailPoint} is a tail and the fewest reissues that it takes.
 *   <li>{@link org.curtail.reissue.plan.LoadFeedback} finds a plan that holds under load.
 *   <li>{@link org.curtail.reissue.plan.ReissueIteration} does so for one budget.
 *   <li>{@link org.curtail.reissue.plan.BudgetSearch} does so for the best budget.
 *   <li>{@link org.curtail.reissue.plan.FeedbackStep} says what to run, or the verdict.
 *   <li>{@link org.curtail.reissue.plan.ReissueObservation} is what came of a run.
 *   <li>{@link org.curtail.reissue.plan.ReissueTrial} is a policy that ran, and what was expected
 *       of it.
 *   <li>{@link org.curtail.reissue.plan.IdleDispatch} sends copies to slots that nobody waits for.
 *   <li>{@link org.curtail.reissue.plan.NotedPlan} is what the file of a plan holds.
 * </ul>
 *
 * <p><b>Inside.</b> {@code TailEstimate} and {@code FractionEstimate} are a report's intervals, a
 * {@code CorrelatedForecast} is what becomes of a plan if second attempts go together with first
 * ones. A curve sums up {@code Savings} at a number of {@code CurveDelays}.
 */
@NullMarked
package org.curtail.reissue.plan;

import org.jspecify.annotations.NullMarked;
