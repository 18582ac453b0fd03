/**
 * What a profile tells of requests under way: the demand that is left, and what more threads bring.
 * For policies, not for users.
 *
 * <p>{@code Speedups} tell how far a request has come, {@code SpeedupsByDemand} and {@code
 * SpeedupsByProgress} depend on its demand or on the work done, which {@code
 * SpeedupsByProgress.FallingFit} smooths. {@code ParallelGain} is what one more thread brings.
 * {@code Survival} is the share of longer demands, {@code ExpectedDemand} follows from a
 * prediction. The {@code GittinsIndex} comes from a {@code DemandCurve}, by an {@code
 * GittinsIndex.UpperHull}.
 */
@NullMarked
package org.curtail.policy.demand;

import org.jspecify.annotations.NullMarked;
