/**
 * Reissue: when a request that has no answer yet is sent to another replica, for the least tail
 * latency at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <p>To plan:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} is what a log tells.
 *   <li>{@link org.curtail.reissue.NearestPairs} completes a log of which few requests were sent
 *       twice.
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
 *   <li>{@link org.curtail.reissue.ReissueReport} is how sure a plan is.
 *   <li>{@link org.curtail.reissue.Estimate} is a number with its interval.
 *   <li>{@link org.curtail.reissue.ReissueHalves} is what a plan is worth for requests that it has
 *       not seen.
 *   <li>{@link org.curtail.reissue.ReissueCurve} is mean and variance against the budget.
 *   <li>{@link org.curtail.reissue.CurvePoint} is one policy on such a curve.
 *   <li>{@link org.curtail.reissue.CurveHull} is by what several services can share one budget.
 *   <li>{@link org.curtail.reissue.HullSegment} is a piece of a hull, with its gain per reissue.
 *   <li>{@link org.curtail.reissue.TailByBudget} is a percentile against the budget.
 *   <li>{@link org.curtail.reissue.TailPoint} is a tail and the fewest reissues that it takes.
 * </ul>
 *
 * <p>For logs beyond memory, services under load and plans in files:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.LatencySketch} is times of any number.
 *   <li>{@link org.curtail.reissue.PairSketch} is pairs of times of any number.
 *   <li>{@link org.curtail.reissue.LoadFeedback} finds a plan that holds under load.
 *   <li>{@link org.curtail.reissue.ReissueIteration} does so for one budget.
 *   <li>{@link org.curtail.reissue.BudgetSearch} does so for the best budget.
 *   <li>{@link org.curtail.reissue.FeedbackStep} says what to run, or the verdict.
 *   <li>{@link org.curtail.reissue.ReissueObservation} is what came of a run.
 *   <li>{@link org.curtail.reissue.ReissueTrial} is a policy that ran, and what was expected of it.
 *   <li>{@link org.curtail.reissue.AttemptObservations} learns from traffic how long attempts take.
 *   <li>{@link org.curtail.reissue.LearnedTimes} is what it has learned.
 *   <li>{@link org.curtail.reissue.ReissueLearner} plans by that, a step at a time.
 *   <li>{@link org.curtail.reissue.LoadSigns} tell whether a service is in trouble.
 *   <li>{@link org.curtail.reissue.LoadRule} says when to hedge less.
 *   <li>{@link org.curtail.reissue.NotedPlan} is what the file of a plan holds.
 * </ul>
 *
 * <p>For clients and simulations alike, so that both do the same:
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.TokenBucket} is the arithmetic of a budget of copies.
 *   <li>{@link org.curtail.reissue.LateCalls} holds copies back while all replicas are slow.
 *   <li>{@link org.curtail.reissue.SplitMix} is chance as a function of a seed and a place.
 *   <li>{@link org.curtail.reissue.IdleDispatch} sends copies to slots that nobody waits for.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Sample} is distinct times with sums of weights, {@code Pairs} are both
 * attempts of requests. {@code SingleRSearch} bisects the tail ({@code LeastTime}) and asks for all
 * delays in one pass whether it can be reached ({@code Rescues}). {@code MultipleSearch} climbs
 * from there with several copies. {@code TailEstimate} and {@code FractionEstimate} are a report's
 * intervals, a {@code CorrelatedForecast} is what becomes of a plan if second attempts go together
 * with first ones. A curve sums up {@code Savings} at a number of {@code CurveDelays}. Sketches
 * count in {@code CollapsingBuckets}, which are {@code TimeBuckets}; a {@code CensoredSketch}
 * estimates from attempts that were cancelled. {@code LatePlaces} is what late calls tell by where
 * they wait.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
