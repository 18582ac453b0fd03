/**
 * Analysis of recorded requests: their common structure, and the causes of slow ones. Requests of
 * one {@link org.curtail.traces.workflow.RequestKind} are a {@link
 * org.curtail.traces.workflow.TracedWorkflow}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.workflow.TracedStage}: times of a stage's calls; {@link
 *       org.curtail.traces.workflow.StageName}: its service and operation; {@link
 *       org.curtail.traces.workflow.StageSpan}: contribution of one span.
 *   <li>{@link org.curtail.traces.workflow.CriticalPath}: the waits of one request; {@link
 *       org.curtail.traces.workflow.PathBlame}: the waits of slow requests.
 *   <li>{@link org.curtail.traces.workflow.CallGraph}: the calls of requests and their order, for
 *       planners; {@link org.curtail.traces.workflow.Replay}: duration of a request with changed
 *       spans; {@link org.curtail.traces.workflow.WhatIf}: gains of all requests.
 * </ul>
 */
@NullMarked
package org.curtail.traces.workflow;

import org.jspecify.annotations.NullMarked;
