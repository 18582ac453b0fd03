/**
 * Hedging, live: real HTTP servers hold each request for its recorded time, and a client sends
 * requests to them with and without hedging, in an open loop, all policies on the same arrivals.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.replicas.ReplicaSetting} is what to measure; {@link
 *       org.curtail.benchkit.replicas.ReplicaBench} measures it, as a {@link
 *       org.curtail.benchkit.replicas.BlockBench}, which workflows share.
 *   <li>{@code LiveReplicas} are the servers: a {@code ReplicaServer} speaks HTTP, a {@code
 *       HoldingQueue} says who is served when.
 *   <li>A {@code LiveTrace} holds all that is random in a block, so that all policies meet the
 *       same: arrivals, times, choices of replicas, noise.
 *   <li>A {@code Sender} is a policy at work; a {@code ReplicaBlock} is one policy on one trace.
 *   <li>{@link org.curtail.benchkit.replicas.BlockOutcomes} keeps what came of blocks, {@link
 *       org.curtail.benchkit.replicas.BlockFigures} makes figures of them, {@code ReplicaVerdict}
 *       says what they show, {@link org.curtail.benchkit.replicas.ReplicaText} prints them.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.replicas;

import org.jspecify.annotations.NullMarked;
