/**
 * Policies on machines with fast and slow cores or clocks, with parameters that meet a target of
 * the tail. An {@link org.curtail.benchkit.energyruns.EnergySetting} is the setting of a
 * comparison, {@link org.curtail.benchkit.energyruns.ComparedPolicies} are the policies at one
 * load; {@link org.curtail.benchkit.energyruns.ThresholdSearch} finds thresholds, and {@link
 * org.curtail.benchkit.energyruns.PolicyTrial} is the result of one policy; {@link
 * org.curtail.benchkit.energyruns.PolicyCapacities} finds the greatest loads, each a {@link
 * org.curtail.benchkit.energyruns.CarriedLoad}.
 */
@NullMarked
package org.curtail.benchkit.energyruns;

import org.jspecify.annotations.NullMarked;
