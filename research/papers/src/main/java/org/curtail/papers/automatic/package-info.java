/**
 * The value of the policy named {@code automatic} without earlier knowledge, in the simulator.
 * There are steady loads ({@link org.curtail.papers.automatic.SteadyPoint}), changing loads ({@link
 * org.curtail.papers.automatic.ChangingPoint}) and changing services ({@link
 * org.curtail.papers.automatic.DriftPoint}). {@link org.curtail.papers.automatic.AutomaticSetting}
 * lists the points, {@link org.curtail.papers.automatic.AutomaticRuns} measures them on all cores,
 * and {@link org.curtail.papers.automatic.AutomaticResults} draws the conclusions.
 */
@NullMarked
package org.curtail.papers.automatic;

import org.jspecify.annotations.NullMarked;
