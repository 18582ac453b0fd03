/**
 * Finds the numbers of policies and tables by simulation. Nothing else in the library knows of
 * this.
 *
 * <ul>
 *   <li>{@link org.curtail.tune.Tuner} finds the numbers of a policy that is named without them.
 *   <li>{@link org.curtail.tune.Training} is the service and the traces on which the tuner tries
 *       numbers.
 *   <li>{@link org.curtail.tune.Tuner.Tuned} is what the tuner found.
 *   <li>{@link org.curtail.tune.HarmlessTable} is a planned table without what a simulation shows
 *       to be harmful.
 * </ul>
 *
 * <p><b>Inside.</b> {@code Tuner} turns {@code clairvoyant} into {@code clairvoyant-230}: a {@code
 * ParameterSearch} over the {@code Choices} of a policy's {@code PolicyParameters}, judged by the
 * tail in a {@code Training}, whose traces are not those that are measured. {@code HarmlessTable}
 * keeps of a planned table what harms nobody: {@code HarmlessSearch} tries one {@code Restraint}
 * after the other, and {@code AgainstSequential} simulates each beside sequential requests. It may
 * use {@code plan} too.
 */
@NullMarked
package org.curtail.tune;

import org.jspecify.annotations.NullMarked;
