/**
 * The policies: one small file each, and one line each in {@link org.curtail.policy.Policies}.
 *
 * <p>Pure functions like all of {@link org.curtail}: no clock, thread, file or hidden randomness.
 * The classes that are public are for services. Those that papers compare with, or that need to
 * know demands, are made by name: see {@link org.curtail.policy.Policies#descriptions}.
 *
 * <ul>
 *   <li>{@link org.curtail.policy.Policies} is the registry: policies by name, as commands and
 *       result files have them.
 *   <li>{@link org.curtail.policy.Sequential} gives every request one thread.
 *   <li>{@link org.curtail.policy.FirstComeFirstServed} does so too, to no more requests at a time
 *       than there are cores.
 *   <li>{@link org.curtail.policy.FixedDegree} gives every request the same degree from its start.
 *   <li>{@link org.curtail.policy.FixedInterval} adds a thread after each interval; needs neither
 *       profile nor table.
 *   <li>{@link org.curtail.policy.FewToMany} adds threads by an interval table.
 *   <li>{@link org.curtail.policy.Adaptive} chooses a degree when a request starts, by profile and
 *       load.
 *   <li>{@link org.curtail.policy.TailIndex} gives each free core to the request that one more
 *       thread brings most.
 *   <li>{@link org.curtail.policy.Boosted} is another policy with selective boosting.
 *   <li>{@link org.curtail.policy.UrgentDegree} is another policy with more threads for urgent
 *       requests.
 *   <li>{@link org.curtail.policy.Sharing} is another policy with processor sharing in place of a
 *       queue.
 *   <li>{@link org.curtail.policy.ThreadLimit} says how many threads a policy may want.
 * </ul>
 *
 * <p><b>Inside.</b> One small file per policy and one line in {@code Policies}, the registry, which
 * also knows in a sentence what each does and what it needs: a profile, an interval table,
 * predictions. A policy's Javadoc says where it comes from and what it assumes. Beside {@code
 * FewToMany} and {@code Adaptive} stand those that their papers compare with: {@code Sequential},
 * {@code FixedDegree}, {@code ProtectedDegree}, {@code FixedInterval}, {@code Binary}, {@code
 * Linear} and {@code RequestClairvoyant}, and those of the field since: {@code DelayedSelective},
 * {@code TargetDriven}, {@code TailControl}. {@code EarliestDeadline} knows every demand and shows
 * what could be gained. {@code Speedups} tell how far a request has come. {@code Boosted} is any
 * policy with boosting, {@code Sharing} any with processor sharing.
 *
 * <p>{@code TailIndex} is curtail's own: no table, each free core to the request of greatest index,
 * which is a thread's gain ({@code ParallelGain}) times the request's {@code Weight}. The gain is
 * that of requests that have done as much work, by {@code SpeedupsByProgress}, which {@code
 * FallingFit} smooths. The weights: {@code SurvivalWeight} of the work done, by the demand's {@code
 * Survival}; {@code AgeWeight}, by age; {@code PredictedAgeWeight}, by the {@code ExpectedDemand}
 * after a prediction; {@code GammaBoostWeight}, the order of starting that theory gives for one
 * server; {@code AgedGittinsWeight}, whom to serve when requests outnumber cores. Whether these
 * wait or take turns, the {@code ResidualDemand} says.
 *
 * <p>{@code ProcessorSharing}, {@code LeastAttained} and {@code Gittins} serve requests on one
 * thread each and set them aside; they are what the forms of {@code TailIndex} that do so are
 * compared with. The {@code GittinsIndex} comes from a {@code DemandCurve}, by an {@code
 * UpperHull}.
 */
@NullMarked
package org.curtail.policy;

import org.jspecify.annotations.NullMarked;
