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
 *   <li>{@link org.curtail.workflow.ResponderTraces} are whole visits of a stage that asks several
 *       servers.
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
 *   <li>{@link org.curtail.workflow.LossComposition} says what losses of stages make of the whole.
 *   <li>{@link org.curtail.workflow.CatchUp} is what is done for requests that are late.
 *   <li>{@link org.curtail.workflow.NotedWorkflowPlan} is a plan and what is known of it.
 * </ul>
 *
 * <p>How one budget is split over all stages:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WorkflowPlanner} makes a plan for a budget or for a target.
 *   <li>{@link org.curtail.workflow.PlanOptions} say how.
 *   <li>{@link org.curtail.workflow.StageCurve} is what copies do to the variance of a stage.
 *   <li>{@link org.curtail.workflow.WorkflowCurves} are those of all stages, kept to plan again.
 *   <li>{@link org.curtail.workflow.BudgetSplit} is a rule that splits a budget: the exact one, and
 *       others to compare with.
 *   <li>{@link org.curtail.workflow.CurvePoint} is one policy on a curve.
 *   <li>{@link org.curtail.workflow.Realisation} is how a stage spends its share.
 *   <li>{@link org.curtail.workflow.WorkflowReport} is what a plan is worth, on unseen times too.
 *   <li>{@link org.curtail.workflow.WorkflowHalves} divides times by their order.
 *   <li>{@link org.curtail.workflow.CostBound} says how far the cost of copies may be off.
 *   <li>{@link org.curtail.workflow.StageBudgets} are the plans of reissue of the stages.
 * </ul>
 *
 * <p>When a stage stops waiting, and all techniques together:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WholePlanner} plans copies, partial answers and catch-up at
 *       once.
 *   <li>{@link org.curtail.workflow.CatchUpBudget} is what late requests may cost.
 *   <li>{@link org.curtail.workflow.Visits} are visits of a stage on which rules are compared.
 *   <li>{@link org.curtail.workflow.PartialAnswers} chooses rules that keep a loss.
 *   <li>{@link org.curtail.workflow.PartialCurve} is what loss does to the variance of a stage.
 *   <li>{@link org.curtail.workflow.StopRule} is a rule that stops waiting.
 *   <li>{@link org.curtail.workflow.Visits.StopOutcome} is what becomes of visits under a rule.
 *   <li>{@code OrderStatistics} says when the k-th of n has answered.
 *   <li>{@code SyntheticVisits} makes visits by a formula.
 * </ul>
 *
 * <p>What would happen:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WorkflowSimulation} runs requests under a plan, without queues.
 *   <li>{@link org.curtail.workflow.WorkflowResult} has latencies, copies, cost and loss.
 *   <li>{@link org.curtail.workflow.Blame} says which stages make slow requests slow.
 *   <li>{@link org.curtail.workflow.Blame.StageBlame} is the part of one stage.
 *   <li>{@link org.curtail.workflow.WhatIf} says what a steady stage would bring.
 * </ul>
 *
 * <p>What would happen on servers with queues:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WorkflowLoad} runs requests under a plan on servers.
 *   <li>{@link org.curtail.workflow.StageServers} are the servers of a stage.
 *   <li>{@link org.curtail.workflow.WorkflowTraffic} is when requests come, and their seed.
 *   <li>{@link org.curtail.workflow.WorkflowLoadResult} has latencies, cost, loss and what was
 *       seen.
 *   <li>{@link org.curtail.workflow.WorkflowLoadResult.StageUse} is what became of a stage.
 *   <li>{@link org.curtail.workflow.WorkflowLoadResult.CatchUpUse} is what catching up took.
 * </ul>
 *
 * <p>In a service:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.CatchUpRule} says which requests catch up, in a service too.
 * </ul>
 *
 * <p>Workflows by formulas:
 *
 * <ul>
 *   <li>{@link org.curtail.workflow.WorkflowGenerator} makes them.
 *   <li>{@link org.curtail.workflow.WorkflowGenerator.WorkflowGraph} is their shape.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code WorkflowRun} moves blocks of requests through the stages, one stage
 * after the other. {@code StageVisits} are the visits of a stage, {@code CallsWithin} the runs
 * through those that it calls, {@code VisitRule}s what a plan makes them do. {@code StageDraws} is
 * what chance decides, each number by its place ({@code Chance}), so all plans meet the same. A
 * {@code ReissueCurve} sums up {@code Savings} at a number of {@code CurveDelays}; its {@code
 * CurveHull} is by what several stages share one budget. {@code Tallies} count; {@code
 * Contributions} follow the critical path. A {@code StageLaw} is the formula of a generated stage.
 *
 * <p><b>Inside: queues.</b> A {@code LoadRun} keeps time by the same {@code EventQueue} as
 * replicated servers do. A request runs through a {@code LoadScope}, whose {@code ScopeShape} says
 * which stage waits for which; a {@code LoadVisit} of a {@code LoadStage} makes a {@code LoadCall}
 * to each responder, and a call one or two {@code LoadAttempt}s, at a {@code LoadServer} of a
 * {@code ServerPool}. An attempt whose stage calls others has a scope of its own. {@code LoadTally}
 * counts, {@code SeenTimes} are what callers see, {@code CatchUpBooks} are what catching up costs.
 * The tests' accountants are {@code LoadWitness}es. The servers of {@code org.curtail.replicas} are
 * not used: theirs belong to one service and its balancers, pauses and tied copies, and what is
 * left in common is a queue.
 */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
