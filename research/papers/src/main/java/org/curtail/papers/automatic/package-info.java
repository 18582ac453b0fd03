/**
 * The value of the policy named {@code automatic}, without prior knowledge, in the simulator: at
 * steady loads ({@link org.curtail.papers.automatic.SteadyPoint}), at loads that change ({@link
 * org.curtail.papers.automatic.ChangingPoint}) and where the service changes ({@link
 * org.curtail.papers.automatic.DriftPoint}). {@link org.curtail.papers.automatic.AutomaticSetting}
 * lists the points, {@link org.curtail.papers.automatic.AutomaticRuns} measures them on all cores,
 * {@link org.curtail.papers.automatic.AutomaticResults} draws the conclusions.
 */
@NullMarked
package org.curtail.papers.automatic;

import org.jspecify.annotations.NullMarked;
