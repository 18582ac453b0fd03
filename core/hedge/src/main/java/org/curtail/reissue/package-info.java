/**
 * Reissue: a request without an answer gets a copy at another replica, for the least tail latency
 * at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} are the measured times of a log.
 *   <li>{@link org.curtail.reissue.ReissueGoal} is the goal of a plan.
 *   <li>{@link org.curtail.reissue.ReissuePlanner} finds the best policy.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is that policy with its prediction.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} is when copies are sent.
 *   <li>{@link org.curtail.reissue.Reissue} is one such copy.
 *   <li>{@link org.curtail.reissue.ReissueForecast} is the effect of any policy on a log.
 *   <li>{@code ReissueBound} is a lower bound for all policies.
 *   <li>{@link org.curtail.reissue.LatencySketch} holds any number of times.
 *   <li>{@link org.curtail.reissue.PairSketch} holds any number of pairs of times.
 * </ul>
 *
 * <p><b>Inside.</b> {@code SingleRSearch} bisects the tail and decides for all delays in one pass
 * whether it can be reached. {@code MultipleSearch} climbs from there with several copies. Package
 * {@code times} has the sorted times of both searches, package {@code live} the decisions and the
 * learning of a running client.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
