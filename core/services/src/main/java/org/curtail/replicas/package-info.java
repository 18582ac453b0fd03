/**
 * What would happen: requests to replicated servers with queues, sent again or not. No threads,
 * clocks or files.
 *
 * <p>Deterministic: the same seed gives the same bits on every machine. All that chance decides is
 * fixed in a trace, each number by its place, so all policies meet the same arrivals, service times
 * and coins.
 *
 * <p>A service:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaSimulation} runs a trace.
 *   <li>{@link org.curtail.replicas.Replicas} are the servers.
 *   <li>{@link org.curtail.replicas.Replicas.Discipline} says whom they serve.
 *   <li>{@link org.curtail.replicas.ReplicaPauses} are when they stand still.
 *   <li>{@link org.curtail.replicas.ReplicaSimulation.FanOut} is a request that asks several
 *       shards.
 * </ul>
 *
 * <p>Requests:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaTrace} is when they arrive, and what they take.
 *   <li>{@link org.curtail.replicas.ServiceTimes} are drawn from a log.
 *   <li>{@code Coupling} says how copies depend on first ones.
 * </ul>
 *
 * <p>What a client does:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaChoice} says where a copy goes.
 *   <li>{@link org.curtail.replicas.Reissuing} says when further copies are sent.
 *   <li>{@link org.curtail.replicas.CopyBudget} says how many at most.
 *   <li>{@link org.curtail.replicas.Cancellation} says what becomes of the others.
 * </ul>
 *
 * <p>What became of requests:
 *
 * <ul>
 *   <li>{@link org.curtail.replicas.ReplicaResult} has latencies, copies, winners and utilisation.
 *   <li>{@link org.curtail.replicas.ObservedAttempts} is the log from which the next plan is made.
 * </ul>
 *
 * <p><b>Inside.</b> {@code ReplicaRun} keeps time by an {@code EventQueue} and moves copies from
 * their sending to their end. A {@code Call} is a request to one shard, a {@code Copy} is at a
 * {@code Server}: a {@code QueueServer} or a {@code SharingServer}. A {@code Chooser} is a choice
 * of replicas with what it remembers, a {@code Reissuer} the same for copies. {@code Tokens} are
 * what is left of a budget; {@code PauseSchedule} plans pauses; {@code Outcome} collects. {@code
 * Coins} are random numbers by their place. The tests' accountants are {@code Witness}es.
 */
@NullMarked
package org.curtail.replicas;

import org.jspecify.annotations.NullMarked;
