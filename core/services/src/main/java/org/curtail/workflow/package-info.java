/**
 * Requests that run through several services: the workflow and its plan. Planners and simulations
 * are in the packages below. All of it is deterministic: no threads, clocks or files; everything
 * random takes a seed. Sources: Kwiken (Jalaparti et al., SIGCOMM'13), SingleR (Kaler, He,
 * Elnikety, SPAA'17).
 *
 * <ul>
 *   <li>{@link Workflow} is the graph, made of {@link Stage}s.
 *   <li>{@link StageTimes}, {@link ResponderTraces} and {@link JointTraces} are measured latencies:
 *       of a stage, of a stage with several {@link Responders}, of whole requests. {@link
 *       WorkflowHalves} divides them, to test a plan on times that it has not seen.
 *   <li>{@link WorkflowPlan} has a {@link StagePlan} for each stage. {@link WorkflowGoal} and
 *       {@link PlanOptions} are the input of planners.
 *   <li>{@link CurvePoint} is the effect of a policy for copies on a stage.
 *   <li>{@link PartialAnswer} says when a stage stops waiting. {@link StopRule} is any such rule;
 *       {@link LossComposition} combines the losses of stages.
 *   <li>{@link CatchUp} speeds up late requests within a {@link CatchUpBudget}; {@link CatchUpRule}
 *       selects these requests, also in a live service.
 * </ul>
 *
 * <p>{@code workflow.plan} splits a budget of copies over the stages; {@code workflow.partial}
 * plans copies, partial answers and catch-up together. {@code workflow.simulate} runs requests
 * without queues, {@code workflow.load} with queues. {@code workflow.visit} and {@code
 * workflow.estimate} are shared parts that users cannot name.
 */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
