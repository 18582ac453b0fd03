/**
 * Requests that run through several services: where their tail comes from, and how one budget is
 * split over the services so that it shortens the whole. Deterministic: no threads, clocks or
 * files; everything random takes a seed.
 *
 * <p>Sources: Kwiken (Jalaparti et al., SIGCOMM'13), SingleR (Kaler, He, Elnikety, SPAA'17).
 *
 * <p>What is known:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.Workflow} is the graph, made of stages.
 *   <li>{@link org.curtail.workflow.Stage} is a service at its place in the graph.
 *   <li>{@link org.curtail.workflow.StageTimes} are the measured latencies of a stage.
 *   <li>{@link org.curtail.workflow.Responders} says how many servers a stage asks, and for how
 *       many it waits.
 *   <li>{@link org.curtail.workflow.JointTraces} are whole requests, if stages depend on each
 *       other.
 * </ul>
 *
 * <p>What is decided:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WorkflowGoal} is which percentile to lower, and what it may
 *       cost.
 *   <li>{@link org.curtail.workflow.WorkflowPlan} is what all stages do.
 *   <li>{@link org.curtail.workflow.StagePlan} is what one stage does.
 *   <li>{@link org.curtail.workflow.PartialAnswer} is when a stage stops waiting for responders.
 *   <li>{@link org.curtail.workflow.CatchUp} is what is done for requests that are late.
 * </ul>
 */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
