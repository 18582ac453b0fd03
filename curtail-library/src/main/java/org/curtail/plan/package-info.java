/**
 * The offline phase of Few-to-Many (ASPLOS'15, section 4.1): from a {@link org.curtail.Profile} and
 * a {@link org.curtail.plan.PlanGoal}, {@link org.curtail.plan.TablePlanner} finds the {@link
 * org.curtail.IntervalTable} whose predicted tail is least at every load. {@link
 * org.curtail.plan.Schedule} is one candidate, {@link org.curtail.plan.ScheduleCost} what the
 * paper's Figure 6 predicts for it.
 *
 * <p>Around it: {@link org.curtail.plan.GoalAdvice} for a goal, {@link
 * org.curtail.plan.TableForecast} and {@link org.curtail.plan.PlannedTimeline} for what a table
 * does to requests, {@link org.curtail.plan.TailInterval} and {@link org.curtail.plan.SplitHalf}
 * for how far it depends on the requests that were measured.
 *
 * <p>Deterministic: the same profile and goal give the same table. No threads, clocks or files; the
 * only randomness is the generator that {@link org.curtail.plan.SplitHalf} is given.
 */
@NullMarked
package org.curtail.plan;

import org.jspecify.annotations.NullMarked;
