/**
 * Automatic policy without configuration. It learns a service and maps its load to the best
 * harmless policy. All decisions are functions of their arguments, seeds included: no clock, no
 * thread.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.Pilot} learns, requests plans, serves by them, compares them
 *       with the baseline, and learns again when the service changes.
 *   <li>{@link org.curtail.automatic.PilotSetting} has the settings of a pilot.
 *   <li>{@link org.curtail.automatic.PilotEvent} is an observation or decision of a pilot.
 *   <li>{@link org.curtail.automatic.PilotKnowledge} is the knowledge of a pilot, for the next
 *       start.
 *   <li>{@link org.curtail.automatic.PilotSteering} steers a simulation by a pilot.
 * </ul>
 *
 * <p>The <b>baseline</b> is one thread for each request. It serves at first, and every other policy
 * is compared with it. Outputs call it "the safe policy".
 *
 * <p><b>Inside.</b> {@code Learning} learns demand and speedups ({@code learn}) from requests in
 * order of arrival ({@code ArrivalOrder}), or from a {@code LearningShare} of them, and detects
 * changes ({@code detect}). {@code Contention} removes the effect of other requests on a request's
 * times. {@code Predictions} measures the service's own predictions. An {@code Exploration} lets a
 * few requests try further degrees while cores are idle; {@code ExplorationSchedule} decides how
 * many. {@code Planning} keeps the knowledge for a plan, and requests plans ({@code choose}).
 * {@code Serving} serves by the plan and compares it with the baseline ({@code guard}). {@code
 * CurrentPolicy} is the present policy and its reason. {@code OfferedLoad} measures the load.
 * {@code ClassTimes} has the response times of short and of long requests, for explanations. {@code
 * SteadyTime} corrects a clock that jumps.
 */
@NullMarked
package org.curtail.automatic;

import org.jspecify.annotations.NullMarked;
