package org.curtail.benchkit.energyruns;

import org.curtail.benchkit.capacity.MeanInterval;
import org.jspecify.annotations.Nullable;

/**
 * The greatest load that a policy carries with its tail under the target, by its best parameters.
 *
 * @param name of the policy, for people
 * @param load as a share of the capacity of all cores at their fastest; 0 if it misses the target
 *     at any load
 * @param interval of the load over the traces; absent for a controller, which has one long trace
 */
public record CarriedLoad(String name, double load, @Nullable MeanInterval interval) {}
