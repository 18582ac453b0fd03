/**
 * {@code curtail simulate}: {@link org.curtail.cli.simulate.Sweep} runs policies on the same
 * arrivals at several rates, {@link org.curtail.cli.simulate.SimulatedResults} makes results of it,
 * {@link org.curtail.cli.simulate.SimulationText} lines for people.
 */
@NullMarked
package org.curtail.cli.simulate;

import org.jspecify.annotations.NullMarked;
