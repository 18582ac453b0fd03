/**
 * Policies over demands, speedups, numbers of cores and loads, simulated: {@link
 * org.curtail.papers.grid.GridSetting} says what is compared, {@link
 * org.curtail.papers.grid.GridRuns} simulates every policy at every point, {@link
 * org.curtail.papers.grid.GridResults} says what follows.
 */
@NullMarked
package org.curtail.papers.grid;

import org.jspecify.annotations.NullMarked;
