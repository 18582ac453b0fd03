/**
 * Analysis of recorded requests: common structure, and waits of slow requests. Requests of one
 * {@link org.curtail.traces.workflow.RequestKind} are a {@link
 * org.curtail.traces.workflow.TracedWorkflow}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.workflow.TracedStage}: times of a stage's calls; {@link
 *       org.curtail.traces.workflow.StageName}: service and operation of a stage; {@link
 *       org.curtail.traces.workflow.StageSpan}: contribution of one span.
 *   <li>{@link org.curtail.traces.workflow.CriticalPath}: the waits of one request; {@link
 *       org.curtail.traces.workflow.PathBlame}: the waits of slow requests.
 *   <li>{@link org.curtail.traces.workflow.CallGraph}: the calls of requests and their order, for
 *       planners; {@link org.curtail.traces.workflow.Replay}: duration of a request with changed
 *       spans; {@link org.curtail.traces.workflow.WhatIf}: forecasts for all requests.
 * </ul>
 */
@NullMarked
package org.curtail.traces.workflow;

import org.jspecify.annotations.NullMarked;
