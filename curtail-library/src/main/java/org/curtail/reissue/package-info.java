/**
 * Reissue: when a request that has no answer yet is sent to another replica, for the least tail
 * latency at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <p>To plan:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} is what a log tells.
 *   <li>{@link org.curtail.reissue.ReissueGoal} is what is wanted.
 *   <li>{@link org.curtail.reissue.ReissuePlanner} finds the best policy.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is what was found.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} is when copies are sent.
 *   <li>{@link org.curtail.reissue.Reissue} is one such copy.
 * </ul>
 *
 * <p>To understand a plan:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.ReissueForecast} is what any policy gives on a log.
 *   <li>{@link org.curtail.reissue.ReissueBound} is what no policy can do better than.
 *   <li>{@link org.curtail.reissue.ReissueReport} is how sure a plan is, {@link
 *       org.curtail.reissue.Estimate} by {@link org.curtail.reissue.Estimate}.
 *   <li>{@link org.curtail.reissue.ReissueHalves} is what a plan is worth for requests that it has
 *       not seen.
 *   <li>{@link org.curtail.reissue.ReissueCurve} is mean and variance against the budget, {@link
 *       org.curtail.reissue.CurveHull} what several services can share one budget by, {@link
 *       org.curtail.reissue.TailByBudget} a percentile against the budget.
 * </ul>
 *
 * <p>For logs beyond memory, services under load and plans in files:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.LatencySketch} and {@link org.curtail.reissue.PairSketch} are
 *       times of any number.
 *   <li>{@link org.curtail.reissue.LoadFeedback} finds a plan that holds under load: {@link
 *       org.curtail.reissue.ReissueIteration} for one budget, {@link
 *       org.curtail.reissue.BudgetSearch} for the best one.
 *   <li>{@link org.curtail.reissue.AttemptObservations} is what traffic tells, {@link
 *       org.curtail.reissue.ReissueLearner} plans by it, {@link org.curtail.reissue.LoadRule} says
 *       when to hedge less.
 *   <li>{@link org.curtail.reissue.NotedPlan} is what the file of a plan holds.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Sample} is distinct times with sums of weights, {@code Pairs} are both
 * attempts of requests; {@code NearestPairs} completes a log that has few of them. {@code
 * SingleRSearch} bisects the tail ({@code LeastTime}) and asks for all delays in one pass whether it
 * can be reached ({@code Rescues}). {@code MultipleSearch} climbs from there with several copies.
 * {@code TailEstimate} and {@code FractionEstimate} are a report's intervals, a {@code
 * CorrelatedForecast} is what becomes of a plan if second attempts go together with first ones.
 * A curve sums up {@code Savings} at a number of {@code CurveDelays}. Sketches count in {@code
 * TimeBuckets}; a {@code CensoredSketch} estimates from attempts that were cancelled.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
