/**
 * Learning of a service's demand. {@code RecentDemand} keeps a bounded sample of recently ended
 * requests and forgets old ones; a {@code DemandSample} is its content at one moment, and makes a
 * profile. {@code SpeedupModel} gives speedups at all degrees, tried or not, with their
 * uncertainty: it shrinks the observations of groups of requests ({@code ObservedSpeedups}) towards
 * a {@code ScalingLaw}. {@code DemandDrift} and {@code SpeedupDrift} detect when they no longer
 * hold.
 */
@NullMarked
package org.curtail.automatic.learn;

import org.jspecify.annotations.NullMarked;
