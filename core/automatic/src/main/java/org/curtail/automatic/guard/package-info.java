/**
 * Comparison of a plan with the baseline while it serves, in slices of time.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.guard.GuardSetting} has its settings.
 *   <li>{@link org.curtail.automatic.guard.LoadVerdict} is a result at some loads.
 *   <li>{@link org.curtail.automatic.guard.Regret} is its cost and gain.
 * </ul>
 *
 * <p><b>Inside.</b> Time is divided into rounds ({@code BaselineSlices}); in each, one {@code
 * Slice} of the baseline is paired with one of the plan. {@code Slices} keeps the open ones. A
 * {@code Guard} for each policy and load evaluates the pairs: its {@code HarmDetector} bets ({@code
 * SymmetryBets}, an {@code EProcess}) on the signs and sizes of the differences ({@code
 * RatioBets}), which a coin has made symmetric. So it needs no assumption about response times, and
 * may be read after each pair. A {@code HarmBudget} bounds the cost before a verdict: it bets on
 * the means of slices relative to the {@code BaselineTimes} at about the same load. {@code Pending}
 * forgets requests whose end is never reported.
 */
@NullMarked
package org.curtail.automatic.guard;

import org.jspecify.annotations.NullMarked;
