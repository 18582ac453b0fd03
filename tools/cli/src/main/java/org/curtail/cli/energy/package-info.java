/**
 * {@code curtail energy}: {@link org.curtail.cli.energy.EnergyMachineOptions} name the machine, and
 * an {@link org.curtail.cli.energy.EnergySweep} computes the energy of each policy with its tail
 * under the target, at each load ({@link org.curtail.benchkit.energyruns.ComparedPolicies} are
 * tried one by one).
 */
@NullMarked
package org.curtail.cli.energy;

import org.jspecify.annotations.NullMarked;
