/**
 * Actions against slow requests: {@link org.curtail.traces.action.Advice} ranks {@link
 * org.curtail.traces.action.Action}s by their effect on whole requests.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.action.StageCause}: causes of a stage's slow visits, such as work
 *       ({@link org.curtail.traces.action.RepeatedSlowness}) or a queue ({@link
 *       org.curtail.traces.action.Queueing}).
 *   <li>{@link org.curtail.traces.action.Hedges}: calls to hedge.
 * </ul>
 */
@NullMarked
package org.curtail.traces.action;

import org.jspecify.annotations.NullMarked;
