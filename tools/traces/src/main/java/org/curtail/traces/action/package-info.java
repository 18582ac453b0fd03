/**
 * What to do about slow requests: {@link org.curtail.traces.action.Advice} ranks {@link
 * org.curtail.traces.action.Action}s by what they bring to whole requests.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.action.StageCause} says why a stage is slow at times: by work
 *       ({@link org.curtail.traces.action.SlowAlike}), by a queue ({@link
 *       org.curtail.traces.action.Queueing}), or by chance.
 *   <li>{@link org.curtail.traces.action.Hedges} are the calls to send again.
 * </ul>
 */
@NullMarked
package org.curtail.traces.action;

import org.jspecify.annotations.NullMarked;
