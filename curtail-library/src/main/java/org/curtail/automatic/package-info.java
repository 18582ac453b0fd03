/**
 * A policy that nobody configures: what is known of a service becomes a map from its load to the
 * policy that serves it best and does no harm.
 *
 * <p>All that decides here is a function of its arguments, seeds among them: it reads no clock and
 * starts no thread.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.Goal} is what a service wants.
 *   <li>{@link org.curtail.automatic.Candidate} is a policy that may be chosen, and can be made
 *       again from a profile.
 *   <li>{@link org.curtail.automatic.Candidates} are all that may be chosen for a profile, with the
 *       safe one among them.
 *   <li>{@link org.curtail.automatic.JudgeSetting} is what candidates are judged on: demand,
 *       machine, goal, and how much work that may be.
 *   <li>{@link org.curtail.automatic.Judge} simulates candidates, a piece at a time, and chooses.
 *   <li>{@link org.curtail.automatic.Finding} is what a judge has found of a candidate at a load.
 *   <li>{@link org.curtail.automatic.RatioInterval} is a ratio to the safe candidate and how sure
 *       it is.
 *   <li>{@link org.curtail.automatic.PolicyMap} says which candidate serves at which load.
 *   <li>{@link org.curtail.automatic.PilotSteering} is a pilot at the wheel of a simulation.
 * </ul>
 */
@NullMarked
package org.curtail.automatic;

import org.jspecify.annotations.NullMarked;
