/**
 * What {@code curtail reissue} does: from a log of latencies to the best delay and probability of a
 * second attempt.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.reissue.AttemptStore} keeps what a log tells, exactly or in a
 *       sketch, and gives it as {@link org.curtail.cli.reissue.Attempts}.
 *   <li>{@link org.curtail.cli.reissue.PlanForm} is which policies are allowed.
 *   <li>{@link org.curtail.cli.reissue.Findings} is the plan and how sure it is; {@link
 *       org.curtail.cli.reissue.FindingsOutput} and {@link org.curtail.cli.reissue.BudgetPicture}
 *       show it.
 * </ul>
 */
@NullMarked
package org.curtail.cli.reissue;

import org.jspecify.annotations.NullMarked;
