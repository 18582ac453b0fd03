/**
 * Requests that run through several services: the source of their tail, and one budget of copies,
 * split over all services. Deterministic: no threads, clocks or files; everything random takes a
 * seed. Sources: Kwiken (Jalaparti et al., SIGCOMM'13), SingleR (Kaler, He, Elnikety, SPAA'17).
 *
 * <ul>
 *   <li>{@link Workflow} is the graph, made of {@link Stage}s; {@link WorkflowGenerator} makes one
 *       by a formula.
 *   <li>{@link StageTimes}, {@link ResponderTraces} and {@link JointTraces} are measured latencies:
 *       of a stage, of a stage with several {@link Responders}, of whole requests.
 *   <li>{@link WorkflowGoal} and {@link PlanOptions} are the input of {@link WorkflowPlanner},
 *       which makes a {@link WorkflowPlan} with a {@link StagePlan} for each stage.
 *   <li>{@link WorkflowPlanDocument} is a plan with its expected results; {@link WorkflowReport}
 *       evaluates a plan, also on the unseen half of {@link WorkflowHalves}.
 *   <li>{@link StageCurve} is the variance of a stage by its share of copies, with a {@link
 *       CurvePoint} for each policy; {@link WorkflowCurves} are those of all stages.
 *   <li>{@link BudgetSplit} is a rule that splits a budget; {@link Realisation} is how a stage
 *       spends its share, {@link StageBudgets} are the resulting reissue plans.
 *   <li>{@link CostBound} bounds the error of the cost of copies.
 *   <li>{@link CombinedPlanner} plans copies, partial answers and catch-up together.
 *   <li>{@link PartialAnswer} says when a stage stops waiting; {@link PartialAnswers} chooses by a
 *       {@link PartialCurve}, and compares each {@link StopRule} on {@link Visits}.
 *   <li>{@link LossComposition} combines the losses of stages.
 *   <li>{@link CatchUp} speeds up late requests within a {@link CatchUpBudget}; {@link CatchUpRule}
 *       selects these requests, also in a live service.
 *   <li>{@link WorkflowSimulation} runs requests without queues, to a {@link WorkflowResult}.
 *   <li>{@link WorkflowLoad} runs {@link WorkflowTraffic} on {@link StageServers} with queues, to a
 *       {@link WorkflowLoadResult}.
 *   <li>{@link Blame} ranks the stages that make slow requests slow; {@link WhatIf} estimates the
 *       gain from a steady stage.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code WorkflowRun} moves blocks of requests through the stages, one stage
 * after the other: {@code StageVisits} are the visits of a stage, {@code NestedCalls} those of the
 * stages that it calls. {@code StageDraws} draws each random number by its place ({@code
 * StageRandom}), so all plans meet the same requests. A {@code ReissueCurve} sums up {@code
 * Savings} at some {@code CurveDelays}; stages that share a budget use its {@code CurveHull}.
 * {@code Contributions} follow the critical path.
 *
 * <p><b>Inside: queues.</b> A {@code LoadRun} keeps time by the {@code EventQueue} of replicated
 * servers. A request runs through a {@code LoadScope}, whose {@code ScopeShape} has the order of
 * the stages. A {@code LoadVisit} makes a {@code LoadCall} to each responder; a call has one or two
 * {@code LoadAttempt}s at a {@code LoadServer}. An attempt whose stage calls others has a scope of
 * its own. {@code LoadTally} counts, {@code ObservedTimes} are the callers' times, {@code
 * CatchUpAccount} the costs of catching up; tests check all of it as a {@code LoadObserver}. The
 * servers of {@code org.curtail.replicas} are not used: they belong to one service and its
 * balancers and pauses.
 */
@NullMarked
package org.curtail.workflow;

import org.jspecify.annotations.NullMarked;
