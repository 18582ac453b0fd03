/**
 * What the policy named {@code automatic} is worth, learning from nothing, in the simulator: at
 * steady loads ({@link org.curtail.lab.automatic.SteadyPoint}), at loads that change ({@link
 * org.curtail.lab.automatic.ChangingPoint}) and where the service changes ({@link
 * org.curtail.lab.automatic.DriftPoint}). {@link org.curtail.lab.automatic.AutomaticSetting} says
 * what is measured, {@link org.curtail.lab.automatic.AutomaticRuns} measures it on all cores,
 * {@link org.curtail.lab.automatic.AutomaticResults} says what follows.
 */
@NullMarked
package org.curtail.lab.automatic;

import org.jspecify.annotations.NullMarked;
