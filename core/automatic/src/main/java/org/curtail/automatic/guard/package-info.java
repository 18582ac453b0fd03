/**
 * Comparison of a plan with the baseline while it serves, in time slices.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.guard.GuardSetting} has the settings of comparisons.
 *   <li>{@link org.curtail.automatic.guard.LoadVerdict} is the result of a comparison at some
 *       loads.
 *   <li>{@link org.curtail.automatic.guard.Regret} is the cost and gain of comparisons.
 * </ul>
 *
 * <p><b>Inside.</b> Time is divided into rounds ({@code BaselineSlices}). Each round pairs one
 * {@code Slice} of the baseline with one of the plan. {@code Slices} keeps the slices without a
 * result. A {@code Guard} for each policy and load evaluates the pairs. Its {@code HarmDetector}
 * bets ({@code SymmetryBets}, an {@code EProcess}) on the signs and sizes of the differences
 * ({@code RatioBets}), which a coin makes symmetric. So it needs no assumption about response
 * times, and may be read after each pair. A {@code HarmBudget} limits the cost before a verdict. It
 * bets on the means of slices relative to the {@code BaselineTimes} at a similar load. {@code
 * Pending} forgets requests without a reported end.
 */
@NullMarked
package org.curtail.automatic.guard;

import org.jspecify.annotations.NullMarked;
