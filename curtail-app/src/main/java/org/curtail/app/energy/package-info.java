/**
 * What {@code curtail energy} does: {@link org.curtail.app.energy.EnergyMachineOptions} name the
 * machine, an {@link org.curtail.app.energy.EnergySweep} finds at each load what each policy draws
 * with its tail under the target ({@code Opponents} are tried one by one), {@link
 * org.curtail.app.energy.EnergyResults} are what came of it, {@link
 * org.curtail.app.energy.EnergyText} says it in lines for people.
 */
@NullMarked
package org.curtail.app.energy;

import org.jspecify.annotations.NullMarked;
