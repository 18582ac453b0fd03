/**
 * {@code curtail export}: a plan of reissue as the configuration of another system.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.export.Target} is such a system; {@link
 *       org.curtail.cli.export.ExportCommand} lists all.
 *   <li>{@link org.curtail.cli.export.PlanForTarget} finds the part of a plan that a target
 *       supports, and the loss.
 *   <li>{@link org.curtail.cli.export.StageOfPlan} does the same for a stage of a workflow.
 *   <li>{@link org.curtail.cli.export.Copies} is a target's setting.
 *   <li>{@link org.curtail.cli.export.Names} are the user's names for the parts of the text.
 * </ul>
 */
@NullMarked
package org.curtail.cli.export;

import org.jspecify.annotations.NullMarked;
