/**
 * Conclusions from a profile about running requests: their remaining demand, and the gain of more
 * threads. For policies, not for users.
 *
 * <p>{@code Speedups} estimate the work done; {@code SpeedupsByDemand} and {@code
 * SpeedupsByProgress} depend on demand and work done. {@code ParallelGain} is the gain of one more
 * thread. {@code Survival} is the share of longer demands; {@code ExpectedDemand} follows from a
 * prediction. The {@code GittinsIndex} comes from a {@code DemandCurve}.
 */
@NullMarked
package org.curtail.policy.demand;

import org.jspecify.annotations.NullMarked;
