/**
 * Decisions of a running client, which simulations take too, so that both do the same: budgets,
 * learning, holding copies back. Pure, and not for users.
 *
 * <ul>
 *   <li>{@link org.curtail.reissue.live.TokenBucket} is the arithmetic of a budget of copies.
 *   <li>{@link org.curtail.reissue.live.LateCalls} holds copies back while all replicas are slow.
 *   <li>{@link org.curtail.reissue.live.SplitMix} is chance as a function of a seed and a place.
 *   <li>{@link org.curtail.reissue.live.AttemptObservations} learns from traffic how long attempts
 *       take.
 *   <li>{@link org.curtail.reissue.live.LearnedTimes} is what it has learned.
 *   <li>{@link org.curtail.reissue.live.ReissueLearner} plans by that, a step at a time.
 *   <li>{@link org.curtail.reissue.live.LoadSigns} tell whether a service is in trouble.
 *   <li>{@link org.curtail.reissue.live.LoadRule} says when to hedge less.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code CensoredSketch} estimates from attempts that were cancelled, of which
 * an {@code AttemptWindow} keeps the latest. {@code LatePlaces} counts late calls by where they
 * wait.
 */
@NullMarked
package org.curtail.reissue.live;

import org.jspecify.annotations.NullMarked;
