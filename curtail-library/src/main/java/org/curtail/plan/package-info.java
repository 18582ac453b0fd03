/**
 * The offline phase of Few-to-Many (ASPLOS'15, section 4.1): from the demand of a service to the
 * interval table whose predicted tail is least at every load.
 *
 * <p>Deterministic: the same profile and goal give the same table. No threads, clocks or files; the
 * only randomness is the generator that {@link org.curtail.plan.SplitHalf} is given.
 *
 * <p>To plan:
 *
 * <ul>
 *   <li>{@link org.curtail.plan.TablePlanner} finds the table.
 *   <li>{@link org.curtail.plan.PlanGoal} says for which cores, degrees, loads and percentile to
 *       plan.
 *   <li>{@link org.curtail.plan.GoalAdvice} proposes values for a goal, from the profile.
 *   <li>{@link org.curtail.plan.Effort} limits how much the planner searches, and tells how far it
 *       is.
 *   <li>{@link org.curtail.plan.Binning} makes a long profile short.
 * </ul>
 *
 * <p>To understand a plan, for tools such as {@code curtail plan}:
 *
 * <ul>
 *   <li>{@link org.curtail.plan.SpeedupShape} says how a profile differs from what one expects of
 *       speedups.
 *   <li>{@link org.curtail.plan.Schedule} is when a request reaches each degree: a row of a table.
 *   <li>{@link org.curtail.plan.ScheduleCost} is what the model predicts for a schedule.
 *   <li>{@link org.curtail.plan.TableForecast} is what it predicts for any table on any profile.
 *   <li>{@link org.curtail.plan.PlannedTimeline} is what one request goes through under a schedule.
 *   <li>{@link org.curtail.plan.TailInterval} is how far a predicted tail depends on the requests
 *       that were measured.
 *   <li>{@link org.curtail.plan.SplitHalf} is how well a plan holds for requests that it has not
 *       seen.
 * </ul>
 */
@NullMarked
package org.curtail.plan;

import org.jspecify.annotations.NullMarked;
