/**
 * Open-loop load and its results: {@link org.curtail.benchkit.openloop.Arrivals} are fixed in
 * advance, an {@link org.curtail.benchkit.openloop.OpenLoop} hands requests over, the answers of
 * one stretch are a {@link org.curtail.benchkit.openloop.Block}, and {@link
 * org.curtail.benchkit.openloop.Summary} makes figures of many. The same for live and for emulated
 * cores.
 */
@NullMarked
package org.curtail.benchkit.openloop;

import org.jspecify.annotations.NullMarked;
