/**
 * A service in simulated time, and the bounds that no scheduler can beat. Deterministic: the same
 * seed gives the same bits on every machine, so logarithms are {@link StrictMath}'s. No threads,
 * clocks or files.
 *
 * <ul>
 *   <li>{@link Simulation} serves requests by a policy on a {@link Machine}.
 *   <li>{@link Costs} are the costs of parallel execution; {@link Noise} is pauses of the machine.
 *   <li>{@link CoreSpeeds} puts threads on cores of different speeds.
 *   <li>{@link Predictor} predicts demands before requests run.
 *   <li>{@link SyntheticProfiles} stand for the services that papers measured; {@link
 *       SyntheticDemand} are demands that differ in shape only.
 *   <li>{@link Arrivals} is when requests come: {@link PoissonArrivals}, {@link SteppedArrivals}
 *       with a rate for each {@link RatePeriod}, {@link BurstyArrivals}, {@link RecordedArrivals}.
 *   <li>{@link Trace} is requests and their arrivals, fixed in advance; {@link Traces} draws them.
 *   <li>{@link SimulationResult} has the times of all requests; {@link Backlog} says whether a
 *       policy kept up.
 *   <li>{@link Observer} sees the state after each event.
 *   <li>{@link Steering} sees what a service sees ({@link SimulatedEnd}), and replaces the policy.
 *   <li>{@link StabilityBound} is the greatest rate that any policy can carry.
 *   <li>{@link ClairvoyantBound} is the lowest tail of any policy, even of one that knows the
 *       future.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Simulation} runs the engine's policies event by event: {@code
 * SimulatedRun} keeps time and work, {@code SimulatedThreads} uses the same {@code Allocator} as
 * the engine. {@code LingeringThreads} belong to a request that has ended. Where requests take
 * turns and have no chunks, sharing is ideal: each request has a thread, and all threads divide the
 * cores. Otherwise a slice ends at a chunk border, and resuming costs {@link Costs#switchNanos}.
 * Requests come from a trace, or from clients that wait for their answer ({@link
 * Simulation.ClosedLoop}, {@code Intake}).
 *
 * <p>The tests' checkers are observers. Single queues are checked against queueing theory, all
 * policies against a clock that ticks ({@code TimeSteps}, a test class), everything against {@code
 * ClairvoyantBound}: the fewest requests that must be late ({@code TardyJobs}), if each costs the
 * least core time that ends it in time ({@code LeastCoreTime}).
 */
@NullMarked
package org.curtail.sim;

import org.jspecify.annotations.NullMarked;
