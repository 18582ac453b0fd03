/**
 * What happens to a service over time, without running it, and what no scheduler can do better
 * than.
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms are {@link
 * StrictMath}'s. No threads, clocks or files.
 *
 * <p>A service:
 *
 * <ul>
 *   <li>{@link org.curtail.sim.Simulation} serves requests by a policy in simulated time.
 *   <li>{@link org.curtail.sim.Machine} is what requests run on.
 *   <li>{@link org.curtail.sim.Costs} are what parallel execution costs on a machine.
 *   <li>{@link org.curtail.sim.CoreSpeeds} puts threads on cores of different speeds.
 *   <li>{@link org.curtail.sim.Noise} is pauses of the whole machine.
 *   <li>{@link org.curtail.sim.Predictor} says beforehand how long requests will take.
 *   <li>{@link org.curtail.sim.SyntheticProfiles} stand for the services that papers measured.
 *   <li>{@link org.curtail.sim.SyntheticDemand} is demands that differ in nothing but their shape.
 * </ul>
 *
 * <p>Requests that arrive:
 *
 * <ul>
 *   <li>{@link org.curtail.sim.Arrivals} say when requests come.
 *   <li>{@link org.curtail.sim.PoissonArrivals} come from many independent users.
 *   <li>{@link org.curtail.sim.SteppedArrivals} come at rates that change at known times.
 *   <li>{@link org.curtail.sim.BurstyArrivals} come in bursts.
 *   <li>{@link org.curtail.sim.RecordedArrivals} come as they were recorded.
 *   <li>{@link org.curtail.sim.RatePeriod} is a time during which the rate is the same.
 *   <li>{@link org.curtail.sim.Trace} is requests and when they arrive, fixed in advance.
 *   <li>{@link org.curtail.sim.Traces} draws traces from a seed.
 *   <li>{@link org.curtail.sim.Simulation.ClosedLoop} is clients that send their next request when
 *       the last one is answered.
 * </ul>
 *
 * <p>What became of them:
 *
 * <ul>
 *   <li>{@link org.curtail.sim.SimulationResult} is what became of all requests.
 *   <li>{@link org.curtail.sim.Backlog} says whether a policy kept up.
 *   <li>{@link org.curtail.sim.Observer} sees the state after each event.
 *   <li>{@link org.curtail.sim.Steering} sees what a service sees, and replaces the policy.
 *   <li>{@link org.curtail.sim.SimulatedEnd} is what a service sees of a request that has ended.
 *   <li>{@link org.curtail.sim.SimulatedEnd.SimulatedPhase} is a part of that with one degree.
 * </ul>
 *
 * <p>What no policy can do better than:
 *
 * <ul>
 *   <li>{@link org.curtail.sim.StabilityBound} is the greatest rate that a service can carry.
 *   <li>{@link org.curtail.sim.ClairvoyantBound} is the least tail on one trace and at any load,
 *       even for those who know the future.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Simulation} runs the policies of the runtime, event by event: {@code
 * SimulatedRun} keeps time and work, {@code SimulatedThreads} ask for degrees and are given out by
 * the {@code Allocator} of {@code dispatch}, the same as the engine's. A {@code SimulatedRequest}
 * has arrived; {@code LingeringThreads} are threads of one that has ended. Its {@code
 * SimulatedPath} is written down if somebody steers. Where requests take turns and there are no
 * chunks, nobody is set aside: the sharing is ideal, each request has a thread and all threads
 * divide the cores. Otherwise slices end at borders of chunks, without chunks at any moment, and
 * going on costs {@link org.curtail.sim.Costs#switchNanos}. Requests come from a trace or, in a
 * {@code ClosedLoop}, from clients ({@code Intake}). The tests' checkers are observers; single
 * queues are checked against queueing theory, all policies against a clock that ticks ({@code
 * TimeSteps}, a test class), everything against {@code ClairvoyantBound}, which asks how few
 * requests must be late ({@code TardyJobs}) when each costs the {@code LeastCoreTime} with which it
 * can be in time.
 */
@NullMarked
package org.curtail.sim;

import org.jspecify.annotations.NullMarked;
