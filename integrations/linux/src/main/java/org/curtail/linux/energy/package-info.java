/**
 * What Linux offers to those who want to spend less energy: cores of several classes, clocks that
 * can be set, and counters of energy. Of each an {@link org.curtail.linux.Availability} says that
 * it is there, or why not.
 *
 * <ul>
 *   <li>{@link org.curtail.linux.energy.CoreClasses} are the kinds of cores of this machine.
 *   <li>{@link org.curtail.linux.energy.CoreClass} is one of them, with its cores and its speed.
 *   <li>{@link org.curtail.linux.energy.ClassBinding} ties the threads of an engine to them.
 *   <li>{@link org.curtail.linux.energy.Clocks} are the clocks that can be set.
 *   <li>{@link org.curtail.linux.energy.FrequencyDomain} are cores that share a clock.
 *   <li>{@link org.curtail.linux.energy.ClockWay} is how their clock is set.
 *   <li>{@link org.curtail.linux.energy.ClockControl} sets clocks and gives them back.
 *   <li>{@link org.curtail.linux.energy.EnergyMeter} counts the energy that the processors take.
 *   <li>{@link org.curtail.linux.energy.EnergyZone} is a part of the machine that is counted.
 *   <li>{@link org.curtail.linux.energy.EnergyReading} is what zones have taken.
 * </ul>
 *
 * <p>A thread gets to a class of cores by {@link org.curtail.linux.Affinity}: it pins itself, or
 * others move it as a {@link org.curtail.linux.MovableThread}.
 *
 * <p><b>Inside.</b> All goes through {@code SystemFiles}, the kernel's files, whose root the tests
 * put elsewhere; {@code CoreList} and {@code Numeral} read what stands in them. {@code CoreValue}
 * and {@code HybridList} tell classes apart. {@code DomainFiles} reads a domain. A {@code
 * ClockMachine} is what clocks are taken of; {@code ClockSettings} sets clocks by {@code
 * BorrowedSettings}, each a {@code Borrowed} of a {@code Setting}: they know what was there before,
 * keep it in the {@code StateFile}, whose words are {@code StateText}, and say what was {@code
 * GivenBack}; {@code LeftOver} does that for a process that was killed. A {@code SpeedCheck}, which
 * is {@code FixedWork}, shows whether clocks obey. {@code WrappingCounter} sums up counters of
 * energy.
 */
@NullMarked
package org.curtail.linux.energy;

import org.jspecify.annotations.NullMarked;
