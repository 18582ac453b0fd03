/**
 * Policies on machines with fast and slow cores or clocks, each with the numbers that bring its
 * tail under a target. An {@link org.curtail.measurement.energyruns.EnergySetting} is what is
 * compared, {@link org.curtail.measurement.energyruns.Opponents} are who is, at one load, and
 * {@link org.curtail.measurement.energyruns.Tried} is what came of one of them; {@link
 * org.curtail.measurement.energyruns.PolicyCapacities} are the greatest loads, each of them {@link
 * org.curtail.measurement.energyruns.Carried}.
 */
@NullMarked
package org.curtail.measurement.energyruns;

import org.jspecify.annotations.NullMarked;
