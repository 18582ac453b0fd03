/**
 * Service times from a log of durations, for {@code curtail profile --times} and {@code curtail
 * capacity}, with speedups stated by the user.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.profile.times.ServiceTimeOptions} are the options of both.
 *   <li>{@link org.curtail.cli.profile.times.ServiceTimes} are the durations without waiting, by a
 *       {@link org.curtail.cli.profile.times.WaitingRule}.
 *   <li>{@link org.curtail.cli.profile.times.SpeedupModel} has the speedups of more threads.
 *   <li>{@link org.curtail.cli.profile.times.ProfileOfTimes} is the profile, in words and JSON, and
 *       {@link org.curtail.cli.profile.times.Dependence} its dependence on the speedups.
 *   <li>{@link org.curtail.cli.profile.times.LoggedDemand} is the demand for {@code capacity}, and
 *       {@link org.curtail.cli.profile.times.GrowthWithLoad} shows waiting in the log.
 * </ul>
 */
@NullMarked
package org.curtail.cli.profile.times;

import org.jspecify.annotations.NullMarked;
