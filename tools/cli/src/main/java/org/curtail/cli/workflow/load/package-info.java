/**
 * Plans of workflows that hold under load. {@code WorkflowFeedback} accepts a plan, lowers it, or
 * refuses it: a {@code WorkflowStep} says what to run, a {@code WorkflowObservation} is what came
 * of it, a {@code WorkflowTrial} both. A {@code ThinnedPlan} has the same delays with lower
 * probabilities. {@code CatchUpTime} is when late requests catch up, by what that may cost; {@code
 * GlobalReissues} are copies for them.
 */
@NullMarked
package org.curtail.cli.workflow.load;

import org.jspecify.annotations.NullMarked;
