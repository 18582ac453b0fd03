/**
 * Decisions of a running client: budgets, learning and limits of copies. Simulations use the same
 * code. Pure, and not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.live.TokenBucket} computes a budget of copies.
 *   <li>{@link org.curtail.reissue.live.LateCalls} limits copies while all replicas are slow.
 *   <li>{@link org.curtail.reissue.live.SplitMix} draws numbers as a function of a seed and a
 *       place.
 *   <li>{@link org.curtail.reissue.live.AttemptObservations} learns the times of attempts from
 *       traffic.
 *   <li>{@link org.curtail.reissue.live.AttemptObservations.LearnedTimes} are the learned times.
 *   <li>{@link org.curtail.reissue.live.ReissueLearner} plans from the learned times, step by step.
 *   <li>{@link org.curtail.reissue.live.LoadRule.LoadSigns} indicate trouble of a service.
 *   <li>{@link org.curtail.reissue.live.LoadRule} limits hedges by the signs of trouble.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code CensoredSketch} estimates times in spite of cancelled attempts. An
 * {@code AttemptWindow} holds the attempts of one period.
 */
@NullMarked
package org.curtail.reissue.live;

import org.jspecify.annotations.NullMarked;
