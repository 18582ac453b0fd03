/**
 * What {@code curtail workflow} does: requests that run through several services, from a workflow
 * to a plan that splits one budget of copies over its stages, and what that plan does under load.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.workflow.GenerateCommand} makes workflows by formulas.
 *   <li>{@link org.curtail.cli.workflow.ShowCommand} says where the tail of one comes from: {@link
 *       org.curtail.cli.workflow.Shown} is what it found.
 *   <li>{@link org.curtail.cli.workflow.PlanCommand} plans: {@link org.curtail.cli.workflow.Method}
 *       is how, {@link org.curtail.cli.workflow.Planned} what came of it.
 *   <li>{@link org.curtail.cli.workflow.SimulateCommand} tries a plan: {@link
 *       org.curtail.cli.workflow.Tried} is one without queues, {@link
 *       org.curtail.cli.workflow.Loaded} one with them, {@link org.curtail.cli.workflow.CaughtUp} a
 *       way to speed up late requests there.
 *   <li>{@link org.curtail.cli.workflow.Drawings} are workflows as the report and pictures have
 *       them.
 * </ul>
 */
@NullMarked
package org.curtail.cli.workflow;

import org.jspecify.annotations.NullMarked;
