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
 *
 * <p><b>Inside.</b> A {@code Judge} makes {@code Candidates}, with a {@code BoundedTable} for
 * {@code few-to-many}, and lets them serve the same {@code Block}s of requests at each {@code
 * Level} of load, in a {@code Scale} of time that suits the simulator. A {@code Race} says who is
 * simulated next and who is given up; {@code Outcomes} keep the {@code Figures} of each block, and
 * compare two candidates by the {@code LogMean} of the ratios of what they made of the same blocks.
 * The {@code Objective} says what is good enough, {@code MapChoice} makes the map with the fewest
 * entries of that, {@code Wording} says why.
 */
@NullMarked
package org.curtail.automatic;

import org.jspecify.annotations.NullMarked;
