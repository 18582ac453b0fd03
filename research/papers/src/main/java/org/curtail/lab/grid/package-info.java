/**
 * Policies over demands, speedups, numbers of cores and loads, simulated: {@link
 * org.curtail.lab.grid.GridSetting} says what is compared, {@link org.curtail.lab.grid.GridRuns}
 * simulates every policy at every point, {@link org.curtail.lab.grid.GridResults} says what
 * follows.
 */
@NullMarked
package org.curtail.lab.grid;

import org.jspecify.annotations.NullMarked;
