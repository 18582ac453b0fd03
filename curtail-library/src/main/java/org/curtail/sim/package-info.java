/**
 * What happens to a service over time, without running it: requests that arrive ({@link
 * org.curtail.sim.Arrivals}, {@link org.curtail.sim.Trace}) and what no scheduler can do better
 * than ({@link org.curtail.sim.IsolationBound}, {@link org.curtail.sim.StabilityBound}, {@link
 * org.curtail.sim.ClairvoyantBound}).
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms are {@link
 * StrictMath}'s. No threads, clocks or files.
 */
@NullMarked
package org.curtail.sim;

import org.jspecify.annotations.NullMarked;
