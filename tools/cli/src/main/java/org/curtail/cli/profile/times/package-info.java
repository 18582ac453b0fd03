/**
 * Service times from a log of durations, for {@code curtail profile --times} and {@code curtail
 * capacity}, with speedups that the user states.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.profile.times.ServiceTimeOptions} are the options of both.
 *   <li>{@link org.curtail.cli.profile.times.ServiceTimes} are the durations without waiting, by a
 *       {@link org.curtail.cli.profile.times.WaitingRule}.
 *   <li>{@link org.curtail.cli.profile.times.SpeedupModel} says what more threads bring.
 *   <li>{@link org.curtail.cli.profile.times.ProfileOfTimes} is the profile, in words and JSON, and
 *       {@link org.curtail.cli.profile.times.Dependence} its dependence on the speedups.
 *   <li>{@link org.curtail.cli.profile.times.LoggedDemand} is the demand for {@code capacity}, and
 *       {@link org.curtail.cli.profile.times.GrowthWithLoad} the waiting that the log shows.
 * </ul>
 */
@NullMarked
package org.curtail.cli.profile.times;

import org.jspecify.annotations.NullMarked;
