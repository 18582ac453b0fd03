/**
 * Open-loop load and its results: {@link org.curtail.benchkit.openloop.Arrivals} are fixed before.
 * An {@link org.curtail.benchkit.openloop.OpenLoop} hands requests over. A {@link
 * org.curtail.benchkit.openloop.Block} has the answers of an interval; {@link
 * org.curtail.benchkit.openloop.Summary} has the figures of several blocks. The same for live and
 * for emulated cores.
 */
@NullMarked
package org.curtail.benchkit.openloop;

import org.jspecify.annotations.NullMarked;
