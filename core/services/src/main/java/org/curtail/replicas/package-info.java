/**
 * Simulation of requests to replicated servers with queues, with or without reissue. No threads,
 * clocks or files.
 *
 * <p>Deterministic: the same seed gives the same bits on every machine. A trace fixes all random
 * draws, each number by its position, so all policies get the same arrivals, service times and
 * coins.
 *
 * <p>A service:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaSimulation} runs a trace.
 *   <li>{@link org.curtail.replicas.Replicas} are the servers.
 *   <li>{@link org.curtail.replicas.Replicas.Discipline} is their order of service.
 *   <li>{@link org.curtail.replicas.ReplicaPauses} are their pauses.
 *   <li>{@link org.curtail.replicas.ReplicaSimulation.FanOut} is a request to several shards.
 * </ul>
 *
 * <p>Requests:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaTrace} has their arrivals and service times.
 *   <li>{@link org.curtail.replicas.ServiceTimes} are drawn from a log.
 * </ul>
 *
 * <p>A client's rules:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaChoice} chooses the replica of a copy.
 *   <li>{@link org.curtail.replicas.Reissuing} decides when copies are sent.
 *   <li>{@link org.curtail.replicas.CopyBudget} limits their number.
 *   <li>{@link org.curtail.replicas.Cancellation} treats the others after an answer.
 * </ul>
 *
 * <p>Results:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaResult} has latencies, copies, winners and utilisation.
 *   <li>{@link org.curtail.replicas.ObservedAttempts} is the log for the next plan.
 * </ul>
 *
 * <p><b>Inside.</b> {@code ReplicaRun} keeps the clock with an {@code EventQueue} and moves copies
 * from their sending to their end. A {@code Call} is a request to one shard, a {@code Copy} is at a
 * {@code Server}: a {@code QueueServer} or a {@code SharingServer}. A {@code Chooser} is a choice
 * of replicas with its state, a {@code Reissuer} the same for copies. {@code Tokens} are the rest
 * of a budget; {@code PauseSchedule} plans pauses; {@code ReplicaTally} collects results. {@code
 * ReplicaRandom} are random numbers by position. The tests' accountants are {@code
 * ReplicaObserver}es.
 */
@NullMarked
package org.curtail.replicas;

import org.jspecify.annotations.NullMarked;
