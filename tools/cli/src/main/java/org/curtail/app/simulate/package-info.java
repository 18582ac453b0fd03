/**
 * What {@code curtail simulate} does: {@link org.curtail.app.simulate.Sweep} runs policies on the
 * same arrivals at several rates, {@link org.curtail.app.simulate.SimulatedResults} makes results
 * of it, {@link org.curtail.app.simulate.SimulationText} lines for people.
 */
@NullMarked
package org.curtail.app.simulate;

import org.jspecify.annotations.NullMarked;
