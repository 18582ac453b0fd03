/**
 * {@code curtail workflow}: requests through several services. The command makes a plan that splits
 * one budget of copies over the stages of a workflow, and shows the plan's effects under load.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.workflow.GenerateCommand} makes workflows by formulas.
 *   <li>{@link org.curtail.cli.workflow.ShowCommand} shows the sources of a workflow's tail: {@link
 *       org.curtail.cli.workflow.Shown} is the result.
 *   <li>{@link org.curtail.cli.workflow.PlanCommand} plans: {@link org.curtail.cli.workflow.Method}
 *       is the method, {@link org.curtail.cli.workflow.Planned} the result.
 *   <li>{@link org.curtail.cli.workflow.SimulateCommand} tests a plan: {@link
 *       org.curtail.cli.workflow.Tried} is a test without queues, {@link
 *       org.curtail.cli.workflow.Loaded} a test with them, {@link
 *       org.curtail.cli.workflow.CaughtUp} a kind of help for late requests there.
 *   <li>{@link org.curtail.cli.workflow.Drawings} are workflows in the form for report and
 *       pictures.
 * </ul>
 */
@NullMarked
package org.curtail.cli.workflow;

import org.jspecify.annotations.NullMarked;
