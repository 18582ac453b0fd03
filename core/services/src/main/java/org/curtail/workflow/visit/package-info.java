/**
 * Parts of a visit of a stage that both simulations and the planners share, and statistics of
 * times. Not exported.
 *
 * <p>{@link org.curtail.workflow.visit.StageGraph} is the order of the stages with one caller.
 * {@link org.curtail.workflow.visit.StageDraws} draws each random number by its place ({@link
 * org.curtail.workflow.visit.StageRandom}), so all plans meet the same requests. {@link
 * org.curtail.workflow.visit.VisitRule} is the rule for copies of a visit, {@link
 * org.curtail.workflow.visit.UtilityShare} the part of a stage in the whole answer.
 */
@NullMarked
package org.curtail.workflow.visit;

import org.jspecify.annotations.NullMarked;
