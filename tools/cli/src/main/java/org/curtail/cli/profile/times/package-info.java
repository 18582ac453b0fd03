/**
 * {@code curtail profile --times}: a profile of durations that a service has logged and of speedups
 * that the user states.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.profile.times.TimesOptions} is what the user says.
 *   <li>{@link org.curtail.cli.profile.times.ServiceTimes} are the durations without waiting, by a
 *       {@link org.curtail.cli.profile.times.WaitingRule}.
 *   <li>{@link org.curtail.cli.profile.times.SpeedupModel} says what further threads bring.
 *   <li>{@link org.curtail.cli.profile.times.Dependence} says how much a result depends on that.
 *   <li>{@link org.curtail.cli.profile.times.ProfileOfTimes} is what came of it, in words and JSON.
 * </ul>
 */
@NullMarked
package org.curtail.cli.profile.times;

import org.jspecify.annotations.NullMarked;
