/**
 * {@code curtail energy}: {@link org.curtail.cli.energy.EnergyMachineOptions} name the machine, an
 * {@link org.curtail.cli.energy.EnergySweep} finds the energy of each policy with its tail under
 * the target, at each load ({@link org.curtail.benchkit.energyruns.ComparedPolicies} are tried one
 * by one), {@code SweptResults} make the result file, and {@code EnergyText} the lines for people.
 */
@NullMarked
package org.curtail.cli.energy;

import org.jspecify.annotations.NullMarked;
