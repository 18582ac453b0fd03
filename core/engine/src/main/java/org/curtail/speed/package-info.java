/**
 * Machines with fast and slow cores or clocks, and the policy slow to fast for them (Haque, He,
 * Elnikety, Nguyen, Bianchini, McKinley: Exploiting Heterogeneity for Tail Latency and Energy
 * Efficiency, MICRO 2017). The engine and the simulations of {@code energy} use them.
 *
 * <p>Deterministic: no threads, clocks or random numbers.
 *
 * <ul>
 *   <li>{@link org.curtail.speed.SpeedMachine}: cores of several kinds, or cores whose clocks have
 *       steps.
 *   <li>{@link org.curtail.speed.SpeedClass}: a kind of cores or a step, with its speed and power.
 *   <li>{@link org.curtail.speed.SpeedPolicy}: decides the class of a request. This interface has
 *       the views of request and load for a decision, and the policies that use one class only.
 *   <li>{@link org.curtail.speed.SlowToFast}: starts slowly and goes up by age.
 * </ul>
 *
 * <p>Package {@code place} gives classes to requests. Artifact {@code curtail-model} has
 * controllers of such policies, and the power that machines draw, in {@code org.curtail.energy}.
 */
@NullMarked
package org.curtail.speed;

import org.jspecify.annotations.NullMarked;
