package org.curtail.benchkit.energyruns;

import org.curtail.benchkit.capacity.MeanInterval;
import org.jspecify.annotations.Nullable;

/**
 * The greatest load at which a policy with its best parameters meets the target of the tail.
 *
 * @param name name of the policy in texts
 * @param load load as a share of the capacity of all cores at their fastest; 0 if the policy misses
 *     the target at any load
 * @param interval interval of the load over the traces; null for a controller, which has one long
 *     trace
 */
public record CarriedLoad(String name, double load, @Nullable MeanInterval interval) {}
