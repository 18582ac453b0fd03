/**
 * Simulated policies over demands, speedups, numbers of cores and loads. {@link
 * org.curtail.papers.grid.GridSetting} is the setting of a comparison. {@link
 * org.curtail.papers.grid.GridRuns} simulates every policy at every point. {@link
 * org.curtail.papers.grid.GridResults} draws the conclusions.
 */
@NullMarked
package org.curtail.papers.grid;

import org.jspecify.annotations.NullMarked;
