/**
 * Policies on machines with fast and slow cores or clocks, each with the numbers that bring its
 * tail under a target. An {@link org.curtail.benchkit.energyruns.EnergySetting} is what is
 * compared, {@link org.curtail.benchkit.energyruns.Opponents} are who is, at one load; {@link
 * org.curtail.benchkit.energyruns.ThresholdSearch} finds thresholds, and {@link
 * org.curtail.benchkit.energyruns.Tried} is what came of one of them; {@link
 * org.curtail.benchkit.energyruns.PolicyCapacities} are the greatest loads, each of them {@link
 * org.curtail.benchkit.energyruns.Carried}.
 */
@NullMarked
package org.curtail.benchkit.energyruns;

import org.jspecify.annotations.NullMarked;
