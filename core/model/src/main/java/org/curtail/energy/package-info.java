/**
 * The energy of requests on machines with fast and slow cores or clocks, and how to need less at
 * the same tail: slow to fast (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting
 * Heterogeneity for Tail Latency and Energy Efficiency, MICRO 2017). Machines and policies of speed
 * are in {@code speed}.
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms and powers
 * are {@link StrictMath}'s. No threads, clocks or files. Requests are sequential, except where a
 * name has "threads" in it or a method takes a policy of threads.
 *
 * <ul>
 *   <li>{@link SpeedSteering} replaces policies of speed while requests run, in a simulation or, by
 *       {@code SpeedPilot} of {@code autopilot}, in an engine; a {@link SpeedWindow} is its input.
 *   <li>{@link ThresholdController} moves thresholds by the measured tail; {@link
 *       ControlledThresholds} is the slow-to-fast policy that it steers.
 *   <li>{@link SpeedOpponents} are the policies of other papers: {@code TailFirst}, {@code
 *       PredictedLong}, {@code Rubik}, {@code Pegasus}.
 *   <li>{@link EnergySimulation} serves a trace in simulated time, on one thread each or on
 *       several.
 *   <li>{@link EnergyResult} has the end of each request, {@link EnergyAccount} the energy, by what
 *       the cores did.
 *   <li>{@link LeastEnergy} is the optimum for requests of unknown demand, with the thresholds that
 *       reach it, and the optimum for known demands.
 *   <li>{@link LeastEnergyOfThreads} is the optimum for requests of several threads: one index
 *       decides on threads and speeds, a {@link ThreadSpeedSchedule} has both by age.
 * </ul>
 *
 * <p><b>Inside.</b> An {@code EnergyRun} goes from event to event and holds the requests for the
 * {@code SpeedAllocator}. A {@code ServedRequest} has a core for itself, so it knows its end if
 * nothing moves it. The {@code PowerMeter} adds up whole nanoseconds. On a machine with one class
 * this simulation and that of {@code sim} end every request at the same nanosecond, which a test
 * checks. With several threads {@code sim} runs, and asks {@code ThreadPlaces} for the speeds of
 * cores. {@code WorkPrices} has the cost of work at each class and the classes worth using; {@code
 * EnergySteps} is the order in which to speed up {@code DemandPieces}. {@code PowerLawPace}, for
 * tests, is the same by a formula, where every speed is available.
 */
@NullMarked
package org.curtail.energy;

import org.jspecify.annotations.NullMarked;
