/**
 * Energy features of Linux: classes of cores, settable clocks, and energy counters. Each feature is
 * an {@link org.curtail.linux.Availability}, which may have the reason why it is missing.
 *
 * <ul>
 *   <li>{@link org.curtail.linux.energy.CoreClasses}: kinds of cores of this machine.
 *   <li>{@link org.curtail.linux.energy.CoreClass}: one kind, with its cores and speed.
 *   <li>{@link org.curtail.linux.energy.ClassBinding} pins the threads of an engine to them.
 *   <li>{@link org.curtail.linux.energy.Clocks}: settable clocks.
 *   <li>{@link org.curtail.linux.energy.FrequencyDomain}: cores that share a clock.
 *   <li>{@link org.curtail.linux.energy.ClockMethod}: method to set their clock.
 *   <li>{@link org.curtail.linux.energy.ClockControl} sets clocks and restores them.
 *   <li>{@link org.curtail.linux.energy.EnergyMeter} measures the energy of the processors.
 *   <li>{@link org.curtail.linux.energy.EnergyZone}: a measured part of the machine.
 *   <li>{@link org.curtail.linux.energy.EnergyReading}: energy of zones.
 * </ul>
 *
 * <p>To run on a class of cores, a thread pins itself by {@link org.curtail.linux.Affinity}, or
 * others move it as a {@link org.curtail.linux.MovableThread}.
 *
 * <p><b>Inside.</b> {@code SystemFiles} are the kernel's files; tests replace their root. {@code
 * CoreList} and {@code KernelNumber} parse them. {@code CoreValue} and {@code HybridList} find
 * classes. {@code DomainFiles} reads a domain. {@code ClockMachine} is the machine whose clocks are
 * taken. {@code ClockSettings} sets clocks by {@code TemporarySettings}. A {@code TemporarySetting}
 * is a changed {@code Setting} with its former value, kept in the {@code StateFile} as a {@code
 * StateText}. {@code RestoreResult} is the result of restoring; {@code StateRestore} restores the
 * clocks of a killed process. A {@code SpeedCheck}, implemented by {@code FixedWork}, tests if
 * clocks have an effect. {@code WrappingCounter} sums up energy counters.
 */
@NullMarked
package org.curtail.linux.energy;

import org.jspecify.annotations.NullMarked;
