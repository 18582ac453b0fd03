/**
 * Reissue: when a request that has no answer yet is sent to another replica, for the least tail
 * latency at a budget. Pure: no threads, clocks, files or randomness.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.AttemptTimes} is what a log tells.
 *   <li>{@link org.curtail.reissue.ReissueGoal} is what is wanted.
 *   <li>{@link org.curtail.reissue.ReissuePlanner} finds the best policy.
 *   <li>{@link org.curtail.reissue.ReissuePlan} is what was found.
 *   <li>{@link org.curtail.reissue.ReissuePolicy} is when copies are sent.
 *   <li>{@link org.curtail.reissue.Reissue} is one such copy.
 *   <li>{@link org.curtail.reissue.ReissueForecast} is what any policy gives on a log.
 *   <li>{@link org.curtail.reissue.ReissueBound} is what no policy can do better than.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Sample} is distinct times with sums of weights, {@code Pairs} are both
 * attempts of requests. {@code SingleRSearch} bisects the tail ({@code LeastTime}) and asks for all
 * delays in one pass whether it can be reached ({@code Rescues}). {@code MultipleSearch} climbs from
 * there with several copies.
 */
@NullMarked
package org.curtail.reissue;

import org.jspecify.annotations.NullMarked;
