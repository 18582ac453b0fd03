/**
 * Simulation of requests to replicated servers with queues, with or without copies. No threads,
 * clocks or files.
 *
 * <p>Deterministic: the same seed gives the same bits on all machines. A trace fixes all random
 * draws, so all policies get the same arrivals, service times and coins.
 *
 * <p>A service:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaSimulation} runs a trace.
 *   <li>{@link org.curtail.replicas.Replicas} are the servers.
 *   <li>{@link org.curtail.replicas.Replicas.Discipline} is the order of service.
 *   <li>{@link org.curtail.replicas.ReplicaPauses} are the pauses of servers.
 *   <li>{@link org.curtail.replicas.ReplicaSimulation.FanOut} is the number of shards of a request.
 * </ul>
 *
 * <p>Requests:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaTrace} holds arrivals and service times.
 *   <li>{@link org.curtail.replicas.ServiceTimes} draws service times from a log.
 * </ul>
 *
 * <p>A client's rules:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaChoice} chooses the replica of an attempt.
 *   <li>{@link org.curtail.replicas.Reissuing} decides when copies are sent.
 *   <li>{@link org.curtail.replicas.CopyBudget} limits the number of copies.
 *   <li>{@link org.curtail.replicas.Cancellation} is the treatment of remaining copies after an
 *       answer.
 * </ul>
 *
 * <p>Results:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaResult} has latencies, copies, winners and utilisation.
 *   <li>{@link org.curtail.replicas.ObservedAttempts} is the log for the next plan.
 * </ul>
 *
 * <p><b>Inside.</b> {@code ReplicaRun} has the clock, and handles all events of an {@code
 * EventQueue}. A {@code Call} is a request to one shard. A {@code Copy} is an attempt at a {@code
 * Server}: a {@code QueueServer} or a {@code SharingServer}. {@code Chooser}, {@code Reissuer},
 * {@code Tokens} and {@code PauseSchedule} are the state of choice, copies, budget and pauses
 * during a run. {@code ReplicaTally} collects results. {@code ReplicaRandom} draws numbers by
 * position. Tests observe a run by a {@code ReplicaObserver}.
 */
@NullMarked
package org.curtail.replicas;

import org.jspecify.annotations.NullMarked;
