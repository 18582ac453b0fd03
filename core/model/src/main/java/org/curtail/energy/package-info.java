/**
 * Energy of requests on machines with fast and slow cores or clocks, and ways to save energy at the
 * same tail: slow to fast (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting
 * Heterogeneity for Tail Latency and Energy Efficiency, MICRO 2017). Machines and speed policies
 * are in package {@code speed}.
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms and powers
 * are {@link StrictMath}'s. No threads, clocks or files. Requests are sequential, except where a
 * name contains "threads" or a method has a parameter for a policy of threads.
 *
 * <ul>
 *   <li>{@link SpeedSteering} replaces speed policies while requests run, in a simulation or,
 *       through {@code SpeedPilot} of {@code autopilot}, in an engine. The steering's input is a
 *       {@link SpeedWindow}.
 *   <li>{@link ThresholdController} sets thresholds by the measured tail. {@link
 *       ControlledThresholds} is the steering that uses it.
 *   <li>{@link SpeedOpponents} are the policies of other papers: {@code TailFirst}, {@code
 *       PredictedLong}, {@code Rubik}, {@code Pegasus}.
 *   <li>{@link EnergySimulation} serves a trace in simulated time, with one or several threads per
 *       request.
 *   <li>{@link EnergyResult} has the end of each request, {@link EnergyAccount} the energy by use
 *       of the cores.
 *   <li>{@link LeastEnergy} is the optimum for unknown demands, with its thresholds, and the
 *       optimum for known demands.
 *   <li>{@link LeastEnergyOfThreads} is the optimum for requests with several threads. The
 *       optimum's {@link ThreadSpeedSchedule} has threads and speeds by age.
 * </ul>
 *
 * <p><b>Inside.</b> An {@code EnergyRun} processes the events and keeps the requests for the {@code
 * SpeedAllocator}. The {@code PowerMeter} adds up whole nanoseconds. With several threads, {@code
 * sim} runs and gets the core speeds from {@code ThreadPlaces}. {@code WorkPrices} has the cost of
 * work at each useful class. {@code EnergySteps} is the order in which {@code DemandPieces} become
 * faster. {@code PowerLawPace}, for tests, has the same optimum by a formula for continuous speeds.
 * A test checks that on a machine with one class this simulation and {@code sim} end every request
 * at the same nanosecond.
 */
@NullMarked
package org.curtail.energy;

import org.jspecify.annotations.NullMarked;
