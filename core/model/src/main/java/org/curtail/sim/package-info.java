/**
 * A service in simulated time, and bounds that no scheduler can beat. Deterministic: the same seed
 * gives the same bits on every machine, so logarithms are {@link StrictMath}'s. No threads, clocks
 * or files.
 *
 * <ul>
 *   <li>{@link Simulation} serves requests by a policy on a {@link Machine}.
 *   <li>{@link Costs} are the costs of parallel execution; {@link Noise} is pauses of the machine.
 *   <li>{@link CoreSpeeds} puts threads on cores of different speeds.
 *   <li>{@link Predictor} predicts demands before requests run.
 *   <li>{@link SyntheticProfiles} imitate services of papers; {@link SyntheticDemand} has demands
 *       that differ in shape only.
 *   <li>{@link Arrivals} are the times of requests: {@link PoissonArrivals}, {@link
 *       SteppedArrivals} with a rate for each {@link RatePeriod}, {@link BurstyArrivals}, {@link
 *       RecordedArrivals}.
 *   <li>{@link Trace} is requests and their arrivals, fixed in advance; {@link Traces} draws them.
 *   <li>{@link SimulationResult} has the times of all requests; {@link Backlog} tests whether a
 *       policy fell behind.
 *   <li>{@link TraceResult} is the common part of the results of simulations.
 *   <li>{@link Observer} receives the state after each event.
 *   <li>{@link Steering} receives the events that a service can see ({@link SimulatedEnd}), and
 *       replaces the policy.
 *   <li>{@link StabilityBound} is the greatest rate that any policy can carry.
 *   <li>{@link ClairvoyantBound} is a lower bound on the tail of any policy, even one that knows
 *       the future.
 * </ul>
 *
 * <p><b>Inside.</b> A {@code Simulation} runs the engine's policies event by event. {@code
 * SimulatedRun} keeps time and work; {@code SimulatedThreads} uses the engine's {@code Allocator}.
 * {@code LingeringThreads} belong to ended requests. If requests take turns and have no chunks,
 * sharing is ideal: each request has a thread, and all threads divide the cores. Otherwise a slice
 * ends at a chunk border, and resuming costs {@link Costs#switchNanos}. Requests come from a trace,
 * or from clients that wait for their result ({@link Simulation.ClosedLoop}, {@code
 * RequestSource}).
 *
 * <p>The tests' checkers are observers. Tests check single queues against queueing theory, all
 * policies against a time-stepped simulation ({@code TimeSteps}, a test class), and all results
 * against {@code ClairvoyantBound}. That bound is the fewest late requests ({@code TardyJobs}), if
 * each costs the least core time for an end in time ({@code LeastCoreTime}).
 */
@NullMarked
package org.curtail.sim;

import org.jspecify.annotations.NullMarked;
