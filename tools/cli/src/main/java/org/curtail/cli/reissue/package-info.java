/**
 * {@code curtail reissue}: from a log of latencies to the best delay and probability of a copy.
 *
 * <ul>
 *   <li>{@link org.curtail.cli.reissue.AttemptStore} keeps the requests of a log, exactly or in a
 *       sketch, and returns them as {@link org.curtail.cli.reissue.Attempts}.
 *   <li>{@link org.curtail.cli.reissue.PlanForm} names the allowed policies.
 *   <li>{@link org.curtail.cli.reissue.Findings} is the plan with its error; {@link
 *       org.curtail.cli.reissue.FindingsOutput} and {@link org.curtail.cli.reissue.BudgetPicture}
 *       show it.
 * </ul>
 */
@NullMarked
package org.curtail.cli.reissue;

import org.jspecify.annotations.NullMarked;
