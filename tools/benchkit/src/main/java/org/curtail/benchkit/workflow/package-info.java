/**
 * Live workflows: each stage is a service of real HTTP servers that hold calls for their measured
 * times, and requests run through the graph in an open loop, with the plan and with others, all on
 * the same arrivals. Servers, noise, blocks and their figures are those of {@code
 * org.curtail.benchkit.replicas}.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.workflow.WorkflowSetting} is the setting, {@link
 *       org.curtail.benchkit.workflow.WorkflowContender} a compared setting of stages; {@link
 *       org.curtail.benchkit.workflow.WorkflowBench} measures them.
 *   <li>{@code WorkflowServers} are the servers of all stages.
 *   <li>A {@code WorkflowTrace} holds all random values of a block, by {@code Place}, so that all
 *       contenders meet the same.
 *   <li>A {@code WorkflowClient} is a running contender. The client has a {@code StageCaller} for
 *       each stage, which sends calls and copies.
 *   <li>A {@code RunningRequest} runs through the graph: a {@code StageRun} runs the stages of one
 *       level, a {@code StageVisit} waits for the responders of one stage, a {@code ResponderCall}
 *       is a call that may have copies.
 *   <li>A {@code WorkflowBlock} is one contender on one trace; {@code WorkflowVerdict} states the
 *       findings, {@link org.curtail.benchkit.workflow.WorkflowText} prints them.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.workflow;

import org.jspecify.annotations.NullMarked;
