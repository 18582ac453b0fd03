/**
 * A policy that nobody configures: what is known of a service becomes a map from its load to the
 * policy that serves it best and does no harm.
 *
 * <p>All that decides here is a function of its arguments, seeds among them: it reads no clock and
 * starts no thread.
 *
 * <ul>
 *   <li>{@link org.curtail.automatic.Goal} is what a service wants.
 *   <li>{@link org.curtail.automatic.Candidate} is a policy that may be chosen, and can be made
 *       again from a profile.
 *   <li>{@link org.curtail.automatic.Candidates} are all that may be chosen for a profile, with the
 *       safe one among them.
 *   <li>{@link org.curtail.automatic.JudgeSetting} is what candidates are judged on: demand,
 *       machine, goal, and how much work that may be.
 *   <li>{@link org.curtail.automatic.PredictionError} is how far a service's own predictions are
 *       off.
 *   <li>{@link org.curtail.automatic.Judge} simulates candidates, a piece at a time, and chooses.
 *   <li>{@link org.curtail.automatic.Finding} is what a judge has found of a candidate at a load.
 *   <li>{@link org.curtail.automatic.RatioInterval} is a ratio to the safe candidate and how sure
 *       it is.
 *   <li>{@link org.curtail.automatic.PolicyMap} says which candidate serves at which load.
 *   <li>{@link org.curtail.automatic.Pilot} joins all: it learns, asks for plans, serves by them,
 *       compares them with the safe policy, and learns anew when the service changes.
 *   <li>{@link org.curtail.automatic.PilotSetting} is what a pilot is told beforehand.
 *   <li>{@link org.curtail.automatic.GuardSetting} is how it compares.
 *   <li>{@link org.curtail.automatic.PlanTask} is what is to be planned, elsewhere.
 *   <li>{@link org.curtail.automatic.PilotEvent} is something that a pilot noticed or decided.
 *   <li>{@link org.curtail.automatic.PilotKnowledge} is what a pilot knows, for the next start.
 *   <li>{@link org.curtail.automatic.LoadVerdict} is what comparing has shown at some loads.
 *   <li>{@link org.curtail.automatic.Verdict} says whether a policy does harm.
 *   <li>{@link org.curtail.automatic.Regret} is what comparing cost and won.
 *   <li>{@link org.curtail.automatic.ExplorationCost} is what it cost to learn what more threads
 *       bring.
 *   <li>{@link org.curtail.automatic.PilotSteering} is a pilot at the wheel of a simulation.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Judge} makes {@code Candidates} and lets them serve the same {@code
 * Block}s of requests at each {@code Level} of load, in a {@code Scale} of time that suits the
 * simulator. A {@code SuccessiveHalving} says who is simulated next and who is given up; {@code
 * Outcomes} keep the {@code Figures} of each block, and compare two candidates by the {@code
 * LogMean} of the ratios of what they made of the same blocks. The {@code Objective} says what is
 * good enough, {@code MapChoice} makes the map with the fewest entries of that, {@code
 * ChoiceWording} says why.
 *
 * <p><b>Inside, the demand.</b> {@code RecentDemand} keeps a bounded sample of the requests that
 * ended of late, in windows ({@code DemandWindow}), and forgets; a {@code DemandSample} is what it
 * knows at one moment, and makes a profile. The {@code SpeedupModel} gives speedups at all degrees,
 * tried or not, and says how sure they are: it draws what groups of requests showed ({@code
 * ObservedSpeedups}, {@code SpeedupGroup}) towards a {@code ScalingLaw}. An {@code Exploration} is
 * a policy that lets a few requests try degrees that another policy never asks for, while cores are
 * idle, and counts what that costs. {@code DemandDrift}, {@code SpeedupDrift} and {@code LoadDrift}
 * notice a {@code Change}; {@code BatchLength} finds out how many values in a row count as one,
 * since they depend on each other. All drift tests are one {@code ChangeDetector}: ranks among all
 * values before ({@code LogHistogram}), or of batches of values ({@code RankedBatches}), {@code
 * RankBet}s that they are not even, and a {@code ShapeFit} when the alarm was raised.
 *
 * <p><b>Inside, the pilot.</b> {@code Learning} keeps what requests tell of demand and speedups,
 * and watches for a {@code Drift}, in the order of their arrivals ({@code ArrivalOrder}); where
 * many come, a {@code LearningShare} of them is told. What others do to a request's times is {@code
 * Contention}: the times of those that shared cores are taken back by {@code SharedCores}. {@code
 * Predictions} are compared with what requests took. {@code ExplorationSchedule} are the few that
 * try higher degrees; what they tell counts if they had as much {@code Company} at each, and were
 * {@code ServedBy} the safe policy alone. {@code Planning} says what is known well enough to plan
 * with, and asks for plans; {@code CurrentPolicy} is who serves and why. {@code Serving} goes
 * through the plan in rounds ({@code BaselineSlices}; a {@code Tour} is one under way), in each of
 * which one {@code Slice} of the safe policy is paired with one of the plan's. {@code Slices} keeps
 * those that are open, a {@code Guard} for each policy and load what they show: its {@code
 * HarmDetector} bets ({@code SymmetryBets}) on the signs and sizes of the differences ({@code
 * RatioBets}), whose symmetry a coin has made. So it needs no assumption about response times, and
 * may be asked after each pair. A {@code HarmBudget} bounds what that costs before it shows
 * anything: it bets ({@code EProcess}) on the means of slices against the {@code BaselineTimes} at
 * about the same load. {@code SteadyTime} and {@code Pending} keep a clock that jumps and events
 * that are lost from doing harm.
 */
@NullMarked
package org.curtail.automatic;

import org.jspecify.annotations.NullMarked;
