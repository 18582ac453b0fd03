/**
 * Splits of one budget of copies over the stages of a workflow. Deterministic. Sources: Kwiken
 * (Jalaparti et al., SIGCOMM'13), SingleR (Kaler, He, Elnikety, SPAA'17).
 *
 * <ul>
 *   <li>{@link WorkflowPlanner} makes a plan for a goal. {@link WorkflowReport} evaluates it, also
 *       on times that the plan has not seen. {@link WorkflowPlanDocument} is a plan with its
 *       expected results.
 *   <li>{@link StageCurve} is the variance of a stage by its share of copies; {@link
 *       WorkflowCurves} has the curves of all stages.
 *   <li>{@link BudgetSplit} is a rule that splits a budget; {@link Realisation} is how a stage
 *       spends its share, {@link StageBudgets} are the resulting reissue plans.
 *   <li>{@link CostBound} bounds the error of the cost of copies.
 * </ul>
 */
@NullMarked
package org.curtail.workflow.plan;

import org.jspecify.annotations.NullMarked;
