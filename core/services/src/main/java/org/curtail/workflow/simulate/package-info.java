/**
 * Simulations of requests through a workflow without queues. Deterministic.
 *
 * <ul>
 *   <li>{@link WorkflowSimulation} runs requests under a plan, to a {@link WorkflowResult}.
 *   <li>{@link Blame} ranks the stages that make slow requests slow; {@link WhatIf} estimates the
 *       gain from a steady stage.
 *   <li>{@link WorkflowGenerator} makes a workflow by a formula.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code WorkflowRun} moves blocks of requests through the stages, one stage
 * after the other: {@code StageVisits} are the visits of a stage; {@code NestedCalls} run the
 * stages that it calls. {@code Contributions} follow the critical path.
 */
@NullMarked
package org.curtail.workflow.simulate;

import org.jspecify.annotations.NullMarked;
