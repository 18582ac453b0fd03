/**
 * Offline phase of Few-to-Many (ASPLOS'15, section 4.1). The package computes, from the demand of a
 * service, the interval table with the least predicted tail at every load.
 *
 * <p>Deterministic: the same profile and goal give the same table. No threads, clocks, files or
 * randomness.
 *
 * <p>To plan:
 *
 * <ul>
 *   <li>{@link org.curtail.plan.TablePlanner} finds the table.
 *   <li>{@link org.curtail.plan.PlanGoal} has the cores, degrees, loads and percentile of the plan.
 *   <li>{@link org.curtail.plan.GoalAdvice} proposes values for a goal from the profile.
 *   <li>{@link org.curtail.plan.Effort} limits the planner's search and reports its progress.
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
 * <p><b>Inside.</b> {@code TablePlanner} finds the exact optimum of the Few-to-Many paper's
 * objective and proves it row by row. The planner marks rows without a proof. {@code Schedule} and
 * {@code ScheduleCost} evaluate one row by the paper's Figure 6. {@code BoxSearch} is branch and
 * bound over boxes of schedules for all loads at once. A {@code Box} bounds mean time and threads
 * ({@code BoxMeans}) and the tail ({@code BoxTail}) over its schedules. Each bound is an {@code
 * Enclosure}, made from each request's {@code SlopeRange}; {@code PhaseSums} adds up decided
 * requests. An {@code Incumbent} is the best schedule so far for a load. {@code StartingSchedules}
 * are the first ones. {@code TailBound} is an independent lower bound by linear programming duality
 * ({@code Tangents}, {@code TailPiece}, {@code DualProgram}). The bound shares only the requests
 * with the search.
 */
@NullMarked
package org.curtail.plan;

import org.jspecify.annotations.NullMarked;
