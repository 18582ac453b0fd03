/**
 * Simulations of a workflow whose stages run on servers with queues. Deterministic.
 *
 * <ul>
 *   <li>{@link WorkflowLoad} runs {@link WorkflowTraffic} on {@link StageServers}, to a {@link
 *       WorkflowLoadResult}.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code LoadRun} keeps time by the {@code EventQueue} of replicated servers. A
 * request runs through a {@code LoadScope}, whose {@code ScopeShape} has the order of the stages. A
 * {@code LoadVisit} makes a {@code LoadCall} to each responder; a call has one or two {@code
 * LoadAttempt}s at a {@code LoadServer}. An attempt whose stage calls others has a scope of its
 * own. {@code LoadTally} counts, {@code ObservedTimes} are the callers' times, {@code
 * CatchUpAccount} the costs of catching up; tests check all of it as a {@code LoadObserver}. The
 * servers of {@code org.curtail.replicas} are not used: they belong to one service and its
 * balancers and pauses.
 */
@NullMarked
package org.curtail.workflow.load;

import org.jspecify.annotations.NullMarked;
