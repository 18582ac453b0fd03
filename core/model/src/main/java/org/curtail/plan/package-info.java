/**
 * The offline phase of Few-to-Many (ASPLOS'15, section 4.1): from the demand of a service to the
 * interval table whose predicted tail is least at every load.
 *
 * <p>Deterministic: the same profile and goal give the same table. No threads, clocks, files or
 * randomness.
 *
 * <p>To plan:
 *
 * <ul>
 *   <li>{@link org.curtail.plan.TablePlanner} finds the table.
 *   <li>{@link org.curtail.plan.PlanGoal} has the cores, degrees, loads and percentile of the plan.
 *   <li>{@link org.curtail.plan.GoalAdvice} proposes values for a goal, from the profile.
 *   <li>{@link org.curtail.plan.Effort} limits the search of the planner, and shows its progress.
 *   <li>{@link org.curtail.plan.Binning} makes a long profile short.
 * </ul>
 *
 * <p>To understand a plan, for tools such as {@code curtail plan}:
 *
 * <ul>
 *   <li>{@link org.curtail.plan.Schedule} is the start of each degree: a row of a table.
 *   <li>{@link org.curtail.plan.ScheduleCost} is the model's prediction for a schedule.
 *   <li>{@link org.curtail.plan.TableForecast} is its prediction for any table on any profile.
 * </ul>
 *
 * <p><b>Inside.</b> {@code TablePlanner} turns a {@code Profile} and a {@code PlanGoal} into an
 * {@code IntervalTable}: the exact optimum of the Few-to-Many paper's objective, proved row by row;
 * it names the rows that are not proved. {@code Schedule} and {@code ScheduleCost} evaluate one row
 * as the paper's Figure 6 does. The search is {@code BoxSearch}: branch and bound over boxes of
 * schedules for all loads at once. A {@code Box} has bounds of mean time and threads ({@code
 * BoxMeans}) and the tail ({@code BoxTail}) over all its schedules as an {@code Enclosure}, from
 * each request's {@code SlopeRange}, and sums those that are settled ({@code PhaseSums}). An {@code
 * Incumbent} is the best schedule yet for a load, {@code StartingSchedules} are the first, an
 * {@code Effort} limits the search. {@code TailBound} is the second opinion: a lower bound by
 * linear programming duality ({@code Tangents}, {@code TailPiece}, {@code DualProgram}) that shares
 * nothing with the search but the requests.
 *
 * <p>On these stand {@code Binning} (a long profile made short), {@code TableForecast} (any table,
 * any profile) and {@code GoalAdvice} (goals drawn from the profile).
 */
@NullMarked
package org.curtail.plan;

import org.jspecify.annotations.NullMarked;
