/**
 * What requests draw on machines with fast and slow cores or clocks, and how to draw less with the
 * same tail: slow to fast (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting
 * Heterogeneity for Tail Latency and Energy Efficiency, MICRO 2017).
 *
 * <p>Deterministic: the same seed gives the same bits on every machine, so logarithms and powers
 * are {@link StrictMath}'s. No threads, clocks or files. Requests are sequential, but in what has
 * threads in its name.
 *
 * <p>Machines:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.SpeedMachine} is cores of several kinds, or cores whose clocks
 *       have steps.
 *   <li>{@link org.curtail.energy.SpeedClass} is a kind of cores or a step: speed and power.
 *   <li>{@link org.curtail.energy.MoveCost} is what a change of core or clock costs.
 *   <li>{@link org.curtail.energy.PublishedMachines} are built in.
 *   <li>{@link org.curtail.energy.MachineTable} reads a user's.
 * </ul>
 *
 * <p>Policies:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.SpeedPolicy} decides on which class a request runs.
 *   <li>{@link org.curtail.energy.SpeedRequest} is what it sees of a request.
 *   <li>{@link org.curtail.energy.SpeedLoad} is what it sees of the machine.
 *   <li>{@link org.curtail.energy.SpeedWish} is what it answers.
 *   <li>{@link org.curtail.energy.WhenFull} says what happens where there is no room.
 *   <li>{@link org.curtail.energy.OneSpeed} runs all at one speed: all fast, all slow.
 *   <li>{@link org.curtail.energy.SlowToFast} starts slowly and goes up by age.
 *   <li>{@link org.curtail.energy.TailFirst} wants the fastest for all, the oldest first.
 *   <li>{@link org.curtail.energy.SpeedSteering} replaces policies while requests run.
 *   <li>{@link org.curtail.energy.SpeedWindow} is what was measured since it did so last.
 * </ul>
 *
 * <p>Who runs where, for those who build an engine or a simulator:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.SpeedAllocator} decides it: one algorithm for the engine and the
 *       simulation.
 *   <li>{@link org.curtail.energy.PlacedRequest} is a request as it sees it.
 *   <li>{@link org.curtail.energy.SpeedEnforcer} carries out what it decides.
 * </ul>
 *
 * <p>Controllers and opponents:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.ThresholdController} moves thresholds by the measured tail.
 *   <li>{@link org.curtail.energy.ControlledThresholds} is slow to fast that it steers.
 *   <li>{@link org.curtail.energy.Pegasus} moves one clock for all cores.
 *   <li>{@link org.curtail.energy.PredictedLong} is fast for those that are predicted to be long.
 *   <li>{@link org.curtail.energy.Rubik} sets each clock by what its core is expected to have to
 *       do.
 * </ul>
 *
 * <p>What comes of it:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.EnergySimulation} serves a trace in simulated time.
 *   <li>{@link org.curtail.energy.ThreadedEnergySimulation} does so where requests have several
 *       threads.
 *   <li>{@link org.curtail.energy.EnergyResult} is when requests ended.
 *   <li>{@link org.curtail.energy.EnergyAccount} is what was drawn, by what the cores did.
 * </ul>
 *
 * <p>What cannot be had for less, and what to set:
 *
 * <ul>
 *   <li>{@link org.curtail.energy.LeastEnergy} is the optimum for requests of unknown demand, and
 *       the thresholds that reach it.
 *   <li>{@link org.curtail.energy.LeastEnergyOfThreads} is the same for requests of several
 *       threads: one index decides on threads and speeds.
 *   <li>{@link org.curtail.energy.ThreadSpeedSchedule} are its threads and speeds by age.
 *   <li>{@link org.curtail.energy.PowerLawPace} is the same by a formula, where any speed can be
 *       had.
 *   <li>{@link org.curtail.energy.ClairvoyantEnergy} is the least for those who know every demand.
 *   <li>{@link org.curtail.energy.ThresholdSearch} finds how slowly requests may run under load.
 * </ul>
 *
 * <p><b>Inside.</b> An {@code EnergyRun} goes from event to event; {@code Placement} has the
 * requests of a run for the {@code SpeedAllocator}; a {@code ServedRequest} knows when it ends if
 * nobody moves it, since it has its core for itself; the {@code PowerMeter} adds up whole
 * nanoseconds. The cores of {@code sim} are fluid, and its {@code Allocator} hands out numbers of
 * threads; which core serves whom is all that matters here. On a machine with one class both
 * simulations end every request at the same nanosecond, which a test checks. Where requests have
 * several threads, {@code sim} runs and asks {@code ThreadPlaces} for the speeds of cores. What
 * work costs at each class, and which classes are worth using, are the {@code WorkPrices}; in which
 * order work is done faster, the {@code EnergySteps} over {@code DemandPieces}.
 */
@NullMarked
package org.curtail.energy;

import org.jspecify.annotations.NullMarked;
