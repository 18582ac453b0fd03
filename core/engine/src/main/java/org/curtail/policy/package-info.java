/**
 * The policies that a service chooses among: one small file each. Pure functions like all of {@link
 * org.curtail}: no clock, thread, file or hidden randomness. Artifact {@code curtail-model} has the
 * policies of other papers, and all policies by name.
 *
 * <ul>
 *   <li>{@link org.curtail.policy.Sequential} gives every request one thread.
 *   <li>{@link org.curtail.policy.OneThreadEach} has the disciplines of queueing theory: first come
 *       first served, processor sharing, least attained service, the Gittins index.
 *   <li>{@link org.curtail.policy.FixedDegree} gives every request the same degree from its start.
 *   <li>{@link org.curtail.policy.Adaptive} chooses a degree when a request starts, by profile and
 *       load.
 *   <li>{@link org.curtail.policy.FixedInterval} adds a thread after each interval; needs neither
 *       profile nor table.
 *   <li>{@link org.curtail.policy.FewToMany} adds threads by an interval table.
 *   <li>{@link org.curtail.policy.TailIndex} gives each free core to the request that one more
 *       thread brings most.
 *   <li>{@link org.curtail.policy.Boosted} is another policy with selective boosting.
 *   <li>{@link org.curtail.policy.Sharing} is another policy with processor sharing in place of a
 *       queue.
 * </ul>
 *
 * <p><b>Inside.</b> {@code TailIndex} is curtail's own policy. The policy has no table: each free
 * core goes to the request with the greatest index. The index is the gain of a thread ({@code
 * ParallelGain}) times the request's {@code Weight}. {@code ResidualDemand} decides whether
 * requests that outnumber cores should wait or take turns. Package {@code demand} has the
 * conclusions from a profile that these policies need.
 */
@NullMarked
package org.curtail.policy;

import org.jspecify.annotations.NullMarked;
