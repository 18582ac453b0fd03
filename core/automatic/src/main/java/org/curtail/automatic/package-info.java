/**
 * A policy that needs no configuration: it learns a service, and maps its load to the policy that
 * serves it best and does no harm. All decisions are functions of their arguments, seeds among
 * them: no clock, no thread.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.Pilot} joins all: it learns, requests plans, serves by them,
 *       compares them with the baseline, and learns again when the service changes.
 *   <li>{@link org.curtail.automatic.PilotSetting} has its settings.
 *   <li>{@link org.curtail.automatic.PilotEvent} is something that it noticed or decided.
 *   <li>{@link org.curtail.automatic.PilotKnowledge} is its knowledge, for the next start.
 *   <li>{@link org.curtail.automatic.PilotSteering} lets it steer a simulation.
 * </ul>
 *
 * <p>The <b>baseline</b> is one thread for each request: it serves while nothing is known, and
 * every other policy is compared with it. Outputs call it "the safe policy".
 *
 * <p><b>Inside.</b> {@code Learning} learns demand and speedups ({@code learn}) from requests in
 * the order of their arrival ({@code ArrivalOrder}), or from a {@code LearningShare} of them, and
 * looks for changes ({@code detect}). {@code Contention} removes the effect of other requests on a
 * request's times. {@code Predictions} measures the service's own predictions. An {@code
 * Exploration} lets a few requests try degrees that the baseline never asks for, while cores are
 * idle; {@code ExplorationSchedule} decides how many. {@code Planning} keeps what is known well
 * enough to plan with, and requests plans ({@code choose}). {@code Serving} serves by the plan and
 * compares it with the baseline ({@code guard}); {@code CurrentPolicy} is the present policy and
 * its reason. {@code OfferedLoad} measures the load. {@code SteadyTime} protects from a clock that
 * jumps.
 */
@NullMarked
package org.curtail.automatic;

import org.jspecify.annotations.NullMarked;
