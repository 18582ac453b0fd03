/**
 * Estimates of the effect and cost of copies in a workflow, for its planners. Not exported.
 *
 * <p>A {@link org.curtail.workflow.estimate.ReissueCurve} sums up {@code Savings} at some {@code
 * CurveDelays}; a {@link org.curtail.workflow.estimate.VisitModel} gives the points of a {@link
 * org.curtail.workflow.estimate.RespondersCurve}. Stages that share a budget use the {@link
 * org.curtail.workflow.estimate.CurveHull}s. {@link org.curtail.workflow.estimate.SimulatedTail} is
 * the tail of a whole plan, {@link org.curtail.workflow.estimate.CopyCosts} the cost of its copies.
 */
@NullMarked
package org.curtail.workflow.estimate;

import org.jspecify.annotations.NullMarked;
