/**
 * Reissue: a request that has no answer yet is sent to another replica, for the least tail latency
 * at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} is what a log tells.
 *   <li>{@link org.curtail.reissue.ReissueGoal} is what is wanted.
 *   <li>{@link org.curtail.reissue.ReissuePlanner} finds the best policy.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is what was found.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} is when copies are sent.
 *   <li>{@link org.curtail.reissue.Reissue} is one such copy.
 *   <li>{@link org.curtail.reissue.ReissueForecast} is what any policy gives on a log.
 *   <li>{@code ReissueBound} is what no policy can do better than.
 *   <li>{@link org.curtail.reissue.LatencySketch} is times of any number.
 *   <li>{@link org.curtail.reissue.PairSketch} is pairs of times of any number.
 * </ul>
 *
 * <p><b>Inside.</b> {@code SingleRSearch} bisects the tail and asks for all delays in one pass
 * whether it can be reached. {@code MultipleSearch} climbs from there with several copies. Package
 * {@code times} has the sorted times that both search, package {@code live} has what a running
 * client decides and learns.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
