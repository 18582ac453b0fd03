/**
 * Live hedging: real HTTP servers hold each request for its recorded time. A client sends requests
 * with and without hedging, in an open loop, with the same arrivals for all policies.
 *
 * <ul>
 *   <li>{@link org.curtail.benchkit.replicas.ReplicaSetting} is the setting; {@link
 *       org.curtail.benchkit.replicas.ReplicaBench} measures it, as a {@link
 *       org.curtail.benchkit.replicas.BlockBench}, which workflows share.
 *   <li>{@link org.curtail.benchkit.replicas.ServedReplicas} are the servers, with an {@link
 *       org.curtail.benchkit.replicas.AttemptClient} for each policy. {@link
 *       org.curtail.benchkit.replicas.LiveReplicas} hold requests: a {@code ReplicaServer} speaks
 *       HTTP, a {@code HoldingQueue} decides the order of service.
 *   <li>A {@link org.curtail.benchkit.replicas.LiveTrace} holds all random values of a block:
 *       arrivals, times, choices of replicas, noise. The random values are the same for all
 *       policies.
 *   <li>A {@code CopyPlanner} makes plans: from recorded times, or by simulated queues.
 *   <li>A {@code Sender} is a running policy; a {@code ReplicaBlock} is one policy on one trace.
 *   <li>{@link org.curtail.benchkit.replicas.BlockOutcomes} keeps the outcomes of blocks, {@link
 *       org.curtail.benchkit.replicas.BlockFigures} makes figures of them, {@code ReplicaVerdict}
 *       states the findings, {@link org.curtail.benchkit.replicas.ReplicaText} prints them.
 * </ul>
 */
@NullMarked
package org.curtail.benchkit.replicas;

import org.jspecify.annotations.NullMarked;
