/**
 * Live hedging: real HTTP servers hold each request for its recorded time, and a client sends
 * requests to them with and without hedging, in an open loop, all policies on the same arrivals.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.replicas.ReplicaSetting} is the setting; {@link
 *       org.curtail.benchkit.replicas.ReplicaBench} measures it, as a {@link
 *       org.curtail.benchkit.replicas.BlockBench}, which workflows share.
 *   <li>{@code LiveReplicas} are the servers: a {@code ReplicaServer} speaks HTTP, a {@code
 *       HoldingQueue} decides the order of service.
 *   <li>A {@code LiveTrace} holds all random values of a block, so that all policies meet the same:
 *       arrivals, times, choices of replicas, noise.
 *   <li>A {@code Sender} is a running policy; a {@code ReplicaBlock} is one policy on one trace.
 *   <li>{@link org.curtail.benchkit.replicas.BlockOutcomes} keeps the outcomes of blocks, {@link
 *       org.curtail.benchkit.replicas.BlockFigures} makes figures of them, {@code ReplicaVerdict}
 *       states the findings, {@link org.curtail.benchkit.replicas.ReplicaText} prints them.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.replicas;

import org.jspecify.annotations.NullMarked;
