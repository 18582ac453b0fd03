/**
 * Plans of workflows that hold under load. {@code WorkflowFeedback} accepts a plan, lowers it, or
 * refuses it: a {@code WorkflowStep} is the next run, a {@code WorkflowObservation} its result, a
 * {@code WorkflowTrial} both. A {@code ThinnedPlan} has the same delays with lower probabilities.
 * {@code CatchUpTime} is the time at which late requests catch up, for a budget; {@code
 * GlobalReissues} are copies for late requests.
 */
@NullMarked
package org.curtail.cli.workflow.load;

import org.jspecify.annotations.NullMarked;
