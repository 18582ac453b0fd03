/**
 * Finds the numbers of policies and tables by simulation. Nothing else in the library depends on
 * it.
 *
 * <ul>
 *   <li>{@link org.curtail.tune.Tuner} finds the numbers of a policy without numbers in its name,
 *       in a {@link org.curtail.tune.Training}: the service and the traces for trials.
 *   <li>{@link org.curtail.tune.HarmlessTable} is a planned table without the parts that do harm in
 *       a simulation.
 * </ul>
 *
 * <p><b>Inside.</b> For {@code Tuner}, a {@code ParameterSearch} tries the {@code Choices} of a
 * policy's {@code PolicyParameters}. The search compares tails in a {@code Training}, with other
 * traces than those of the measurement. For {@code HarmlessTable}, {@code HarmlessSearch} tries one
 * {@code Restraint} after the other, and {@code AgainstSequential} simulates each beside sequential
 * requests. The package may use {@code plan} too.
 */
@NullMarked
package org.curtail.tune;

import org.jspecify.annotations.NullMarked;
