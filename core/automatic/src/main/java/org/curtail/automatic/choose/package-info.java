/**
 * The choice of policies for a profile.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.choose.Goal} is the goal of a service.
 *   <li>{@link org.curtail.automatic.choose.Candidate} is a policy that may be chosen; {@link
 *       org.curtail.automatic.choose.Candidates} are all of them, with the baseline.
 *   <li>{@link org.curtail.automatic.choose.JudgeSetting} is the input of a choice: demand,
 *       machine, goal, and amount of work.
 *   <li>{@link org.curtail.automatic.choose.Judge} simulates candidates piece by piece, and
 *       chooses.
 *   <li>{@link org.curtail.automatic.choose.PolicyMap} is the result: a policy for each load.
 * </ul>
 *
 * <p><b>Inside.</b> At each {@code Level} of load, a {@code Judge} lets all candidates serve the
 * same {@code Block}s of requests, in a {@code Scale} of time that suits the simulator. {@code
 * SuccessiveHalving} selects the next simulation and drops candidates. {@code Outcomes} keep the
 * figures of each block. They compare two candidates by the {@code LogMean} of their ratios on
 * common blocks. {@code Objective} decides which candidates are good enough. {@code MapChoice}
 * makes the map with the fewest entries and its reasons.
 */
@NullMarked
package org.curtail.automatic.choose;

import org.jspecify.annotations.NullMarked;
