/**
 * What {@code curtail export} does: a plan of reissue as the text that another system reads.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.export.Target} is such a system; one class and one line in {@link
 *       org.curtail.cli.export.ExportCommand} each.
 *   <li>{@link org.curtail.cli.export.PlanForTarget} finds what of a plan a target can say, and
 *       what is lost.
 *   <li>{@link org.curtail.cli.export.StageOfPlan} does so for a stage of a workflow.
 *   <li>{@link org.curtail.cli.export.Copies} is what a target is told.
 *   <li>{@link org.curtail.cli.export.Names} are the user's names for what the text is about.
 * </ul>
 */
@NullMarked
package org.curtail.cli.export;

import org.jspecify.annotations.NullMarked;
