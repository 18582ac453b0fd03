/**
 * Learning of a service's demand. {@code RecentDemand} keeps a bounded sample of recently ended
 * requests and forgets old ones. A {@code DemandSample} is its content at one moment, and makes a
 * profile. {@code SpeedupModel} has speedups at all degrees, tried or not, with their uncertainty.
 * It shrinks the observations of groups of requests ({@code ObservedSpeedups}) towards a {@code
 * ScalingLaw}. A {@code DemandGap} lies between the short and the long requests of a demand of two
 * humps. {@code DemandDrift} and {@code SpeedupDrift} detect changes.
 */
@NullMarked
package org.curtail.automatic.learn;

import org.jspecify.annotations.NullMarked;
