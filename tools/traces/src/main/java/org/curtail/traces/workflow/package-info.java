/**
 * What recorded requests have in common, and what makes the slow ones slow: requests of one {@link
 * org.curtail.traces.workflow.RequestKind} are a {@link
 * org.curtail.traces.workflow.TracedWorkflow}.
 *
 * <ul>
 *   <li>{@link org.curtail.traces.workflow.TracedStage} is what the calls of a stage take, of which
 *       a {@link org.curtail.traces.workflow.StageName} says whose they are; {@link
 *       org.curtail.traces.workflow.StageSpan} is what one span adds to it.
 *   <li>{@link org.curtail.traces.workflow.CriticalPath} is what one request waited for, {@link
 *       org.curtail.traces.workflow.PathBlame} what the slow ones did.
 *   <li>{@link org.curtail.traces.workflow.CallGraph} is which calls requests make and in which
 *       order, for planners; {@link org.curtail.traces.workflow.Replay} says how long a request
 *       would have taken if spans had taken another time, {@link
 *       org.curtail.traces.workflow.WhatIf} what all would have gained.
 * </ul>
 */
@NullMarked
package org.curtail.traces.workflow;

import org.jspecify.annotations.NullMarked;
