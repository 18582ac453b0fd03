/**
 * What the policy named {@code automatic} is worth, learning from nothing, in the simulator: at
 * steady loads ({@link org.curtail.papers.automatic.SteadyPoint}), at loads that change ({@link
 * org.curtail.papers.automatic.ChangingPoint}) and where the service changes ({@link
 * org.curtail.papers.automatic.DriftPoint}). {@link org.curtail.papers.automatic.AutomaticSetting}
 * says what is measured, {@link org.curtail.papers.automatic.AutomaticRuns} measures it on all
 * cores, {@link org.curtail.papers.automatic.AutomaticResults} says what follows.
 */
@NullMarked
package org.curtail.papers.automatic;

import org.jspecify.annotations.NullMarked;
