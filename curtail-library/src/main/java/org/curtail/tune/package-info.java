/**
 * Finds the numbers of policies and tables by simulation. Nothing else in the library knows of
 * this.
 *
 * <ul>
 *   <li>{@link org.curtail.tune.Tuner} finds the numbers of a policy that is named without them.
 *   <li>{@link org.curtail.tune.Training} is the service and the traces on which the tuner tries
 *       numbers.
 *   <li>{@link org.curtail.tune.Tuned} is what the tuner found.
 *   <li>{@link org.curtail.tune.HarmlessTable} is a planned table without what a simulation shows
 *       to be harmful.
 * </ul>
 */
@NullMarked
package org.curtail.tune;

import org.jspecify.annotations.NullMarked;
