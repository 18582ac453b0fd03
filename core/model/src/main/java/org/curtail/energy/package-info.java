/**
 * What requests draw on machines with fast and slow cores or clocks, and how to draw less with the
 * same tail: slow to fast (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting
 * Heterogeneity for Tail Latency and Energy Efficiency, MICRO 2017).
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms and powers
 * are {@link StrictMath}'s. No threads, clocks or files. Requests are sequential, but where
 * something has threads in its name or takes a policy of threads.
 *
 * <p>Machines, and the policies that say on which class a request runs, are in {@code speed}. Here
 * are those that steer such policies:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.SpeedSteering} replaces policies while requests run, in a
 *       simulation or, by {@code SpeedPilot} of {@code autopilot}, in an engine.
 *   <li>{@link org.curtail.energy.SpeedWindow} is what was measured since it did so last.
 *   <li>{@link org.curtail.energy.ThresholdController} moves thresholds by the measured tail.
 *   <li>{@link org.curtail.energy.ControlledThresholds} is slow to fast that it steers.
 * </ul>
 *
 * <p>And what slow to fast is compared with:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.SpeedOpponents} has those of other papers: {@code TailFirst},
 *       {@code PredictedLong}, {@code Rubik}, {@code Pegasus}.
 * </ul>
 *
 * <p>What comes of it:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.EnergySimulation} serves a trace in simulated time, also where
 *       requests have several threads.
 *   <li>{@link org.curtail.energy.EnergyResult} is when requests ended.
 *   <li>{@link org.curtail.energy.EnergyAccount} is what was drawn, by what the cores did.
 * </ul>
 *
 * <p>What cannot be had for less, and what to set:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.LeastEnergy} is the optimum for requests of unknown demand, and
 *       the thresholds that reach it; and the least for those who know every demand.
 *   <li>{@link org.curtail.energy.LeastEnergyOfThreads} is the same for requests of several
 *       threads: one index decides on threads and speeds.
 *   <li>{@link org.curtail.energy.ThreadSpeedSchedule} are its threads and speeds by age.
 *   <li>{@code PowerLawPace} is the same by a formula, where any speed can be had.
 * </ul>
 *
 * <p><b>Inside.</b> An {@code EnergyRun} goes from event to event, and has the requests for the
 * {@code SpeedAllocator}; a {@code ServedRequest} knows when it ends if nobody moves it, since it
 * has its core for itself; the {@code PowerMeter} adds up whole nanoseconds. The cores of {@code
 * sim} are fluid, and its {@code Allocator} hands out numbers of threads; which core serves whom is
 * all that matters here. On a machine with one class both simulations end every request at the same
 * nanosecond, which a test checks. Where requests have several threads, {@code sim} runs and asks
 * {@code ThreadPlaces} for the speeds of cores: each thread of a {@code ThreadedRequest} has a
 * {@code ThreadPlace}, which the same {@code SpeedAllocator} puts on a class. What work costs at
 * each class, and which classes are worth using, are the {@code WorkPrices}; in which order work is
 * done faster, the {@code EnergySteps} over {@code DemandPieces}.
 */
@NullMarked
package org.curtail.energy;

import org.jspecify.annotations.NullMarked;
