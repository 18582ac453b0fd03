/**
 * What can be seen of threads while they serve requests, without privilege and almost for nothing:
 * words in which they say what they do, counters that they read of themselves, and pauses of the
 * whole JVM. Knows neither engine nor diagnosis.
 *
 * <ul>
 *   <li>{@link org.curtail.signals.Signals} is the ladder of what this machine gives.
 *   <li>{@link org.curtail.signals.Signals.Rung} is one kind of signal: whether it is there, why
 *       not, what it costs.
 *   <li>{@link org.curtail.signals.Tag} says which request a thread of any Java service serves.
 *   <li>{@link org.curtail.signals.TagWords} are the words in which threads say so.
 *   <li>{@link org.curtail.signals.TagWords.Slot} is a thread's place there, which it alone writes.
 *   <li>{@link org.curtail.signals.Counter} is what is counted of a thread.
 *   <li>{@link org.curtail.signals.ThreadReading} is what was counted until a moment.
 *   <li>{@link org.curtail.signals.Stint} is what one thread did for one request.
 *   <li>{@link org.curtail.signals.Tag.Report} has tagged threads read themselves until it is
 *       closed.
 *   <li>{@link org.curtail.signals.Stint.PhaseCount} is what the processor counted in one phase of
 *       a stint.
 *   <li>{@link org.curtail.signals.Stint.PhaseCounts} adds these up from readings at the phases'
 *       borders.
 *   <li>{@link org.curtail.signals.Pause} is a time in which nothing could run.
 *   <li>{@link org.curtail.signals.JvmPauses} collects those of this JVM.
 * </ul>
 */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
