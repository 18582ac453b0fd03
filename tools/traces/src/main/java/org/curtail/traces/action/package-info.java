/**
 * Actions against slow requests: {@link org.curtail.traces.action.Advice} ranks {@link
 * org.curtail.traces.action.Action}s by their effect on whole requests.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.action.StageCause}: cause of a stage's slow visits: work ({@link
 *       org.curtail.traces.action.RepeatedSlowness}), a queue ({@link
 *       org.curtail.traces.action.Queueing}), or chance.
 *   <li>{@link org.curtail.traces.action.Hedges}: calls to hedge.
 * </ul>
 */
@NullMarked
package org.curtail.traces.action;

import org.jspecify.annotations.NullMarked;
