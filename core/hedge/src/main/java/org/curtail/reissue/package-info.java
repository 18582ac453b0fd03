/**
 * Plans of hedging, called reissue as in the papers: the policy with the least tail latency within
 * a budget. Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} are the measured times of a log.
 *   <li>{@link org.curtail.reissue.ReissueGoal} is the goal of a plan.
 *   <li>{@link org.curtail.reissue.ReissuePlanner} finds the best policy.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is a policy with its prediction.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} holds the delays and probabilities of copies.
 *   <li>{@link org.curtail.reissue.Reissue} is the delay and probability of one copy.
 *   <li>{@link org.curtail.reissue.ReissueForecast} predicts the effect of any policy on a log.
 *   <li>{@code ReissueBound} is a lower bound for all policies.
 *   <li>{@link org.curtail.reissue.LatencySketch} holds any number of times in bounded memory.
 *   <li>{@link org.curtail.reissue.PairSketch} holds any number of pairs in bounded memory.
 * </ul>
 *
 * <p><b>Inside.</b> {@code SingleRSearch} bisects the tail; one pass over all delays decides if a
 * tail can be reached. {@code MultipleSearch} improves that policy with several copies. Package
 * {@code times} has the sorted times of both searches. Package {@code live} has the decisions and
 * the learning of a running client.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
