/**
 * Energy features of Linux: classes of cores, settable clocks, and energy counters. An {@link
 * org.curtail.linux.Availability} holds each feature or the reason why it is missing.
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
 * <p><b>Inside.</b> All access goes through {@code SystemFiles}, the kernel's files, whose root is
 * replaced in tests; {@code CoreList} and {@code KernelNumber} parse them. {@code CoreValue} and
 * {@code HybridList} find classes. {@code DomainFiles} reads a domain. {@code ClockMachine} is the
 * machine whose clocks are taken. {@code ClockSettings} sets clocks by {@code TemporarySettings},
 * each a {@code TemporarySetting} of a {@code Setting}. These know the former values, keep them in
 * the {@code StateFile} with a {@code StateText}, and return a {@code RestoreResult}; {@code
 * StateRestore} does that for a killed process. A {@code SpeedCheck}, implemented by {@code
 * FixedWork}, shows if clocks have an effect. {@code WrappingCounter} sums up energy counters.
 */
@NullMarked
package org.curtail.linux.energy;

import org.jspecify.annotations.NullMarked;
