/**
 * {@code curtail simulate}: {@link org.curtail.cli.simulate.Sweep} runs policies on the same
 * arrivals at several rates, {@link org.curtail.cli.simulate.SimulatedResults} are its results, and
 * {@link org.curtail.cli.simulate.SimulationText} prints them.
 */
@NullMarked
package org.curtail.cli.simulate;

import org.jspecify.annotations.NullMarked;
