/**
 * Decisions of a running client, shared with simulations so that both behave alike: budgets,
 * learning, holding copies back. Pure, and not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.live.TokenBucket} is the arithmetic of a budget of copies.
 *   <li>{@link org.curtail.reissue.live.LateCalls} holds copies back while all replicas are slow.
 *   <li>{@link org.curtail.reissue.live.SplitMix} draws numbers as a function of a seed and a
 *       place.
 *   <li>{@link org.curtail.reissue.live.AttemptObservations} learns the times of attempts from
 *       traffic.
 *   <li>{@link org.curtail.reissue.live.AttemptObservations.LearnedTimes} are these times.
 *   <li>{@link org.curtail.reissue.live.ReissueLearner} plans from them, a step at a time.
 *   <li>{@link org.curtail.reissue.live.LoadRule.LoadSigns} indicate trouble of a service.
 *   <li>{@link org.curtail.reissue.live.LoadRule} limits hedges by these signs.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code CensoredSketch} estimates times with cancelled attempts; an {@code
 * AttemptWindow} holds one period of them. {@code LateCalls} counts late calls by replica.
 */
@NullMarked
package org.curtail.reissue.live;

import org.jspecify.annotations.NullMarked;
