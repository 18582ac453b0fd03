/**
 * What {@code curtail energy} does: {@link org.curtail.cli.energy.EnergyMachineOptions} name the
 * machine, an {@link org.curtail.cli.energy.EnergySweep} finds at each load what each policy draws
 * with its tail under the target ({@link org.curtail.benchkit.energyruns.Opponents} are tried one
 * by one), {@code SweptResults} make the file of what came of it, and {@code EnergyText} says it in
 * lines for people.
 */
@NullMarked
package org.curtail.cli.energy;

import org.jspecify.annotations.NullMarked;
