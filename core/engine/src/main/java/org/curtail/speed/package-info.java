/**
 * Machines with fast and slow cores or clocks, and on which of them a request runs: slow to fast
 * (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting Heterogeneity for Tail Latency and
 * Energy Efficiency, MICRO 2017). For the engine and for the simulations of {@code energy}.
 *
 * <p>Deterministic: no threads, clocks or random numbers.
 *
 * <ul>
 *   <li>{@link org.curtail.speed.SpeedMachine}: cores of several kinds, or cores whose clocks have
 *       steps.
 *   <li>{@link org.curtail.speed.SpeedClass}: a kind of cores or a step, with its speed and power.
 *   <li>{@link org.curtail.speed.SpeedPolicy}: decides on which class a request runs, with the
 *       views that it decides on and the policies that use one class only.
 *   <li>{@link org.curtail.speed.SlowToFast}: starts slowly and goes up by age.
 * </ul>
 *
 * <p>Package {@code place} decides which request runs where. Artifact {@code curtail-model} has
 * controllers of such policies, and the power that machines draw, in {@code org.curtail.energy}.
 */
@NullMarked
package org.curtail.speed;

import org.jspecify.annotations.NullMarked;
