/**
 * Finds the numbers of policies and tables by simulation. Nothing else in the library depends on
 * it.
 *
 * <ul>
 *   <li>{@link org.curtail.tune.Tuner} finds the numbers of a policy that is named without them, in
 *       a {@link org.curtail.tune.Training}: the service and the traces for trials.
 *   <li>{@link org.curtail.tune.HarmlessTable} is a planned table without the parts that do harm in
 *       a simulation.
 * </ul>
 *
 * <p><b>Inside.</b> {@code Tuner} turns {@code clairvoyant} into {@code clairvoyant-230}: a {@code
 * ParameterSearch} over the {@code Choices} of a policy's {@code PolicyParameters}, judged by the
 * tail in a {@code Training}, whose traces are not those of the measurement. For {@code
 * HarmlessTable}, {@code HarmlessSearch} tries one {@code Restraint} after the other, and {@code
 * AgainstSequential} simulates each beside sequential requests. It may use {@code plan} too.
 */
@NullMarked
package org.curtail.tune;

import org.jspecify.annotations.NullMarked;
