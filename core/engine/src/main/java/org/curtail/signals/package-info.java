/**
 * Observation of threads while they serve requests: tags of their activity, and counters that they
 * read of themselves. Observation needs no privilege and costs very little. Knows neither engine
 * nor diagnosis.
 *
 * <ul>
 *   <li>{@link org.curtail.signals.Signals}: the ladder of signals of this machine, with the reason
 *       where a {@link org.curtail.signals.Signals.Rung} is missing.
 *   <li>{@link org.curtail.signals.Tag}: the request that a thread of any Java service serves; a
 *       {@link org.curtail.signals.Tag.Report} has such threads read themselves.
 *   <li>{@link org.curtail.signals.TagWords}: these tags in memory, with a {@link
 *       org.curtail.signals.TagWords.Slot} for each thread.
 *   <li>{@link org.curtail.signals.Counter}: a counter of a thread.
 *   <li>{@link org.curtail.signals.ThreadReading}: the counters of a thread at a moment.
 *   <li>{@link org.curtail.signals.Stint}: the time of one thread with one request, also
 *       {@linkplain org.curtail.signals.Stint.PhaseCounts by phase}.
 * </ul>
 */
@NullMarked
package org.curtail.signals;

import org.jspecify.annotations.NullMarked;
