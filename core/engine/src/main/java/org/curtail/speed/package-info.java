/**
 * Machines with fast and slow cores or clocks, and on which of them a request runs: slow to fast
 * (Haque, He, Elnikety, Nguyen, Bianchini, McKinley: Exploiting Heterogeneity for Tail Latency and
 * Energy Efficiency, MICRO 2017). The engine and the simulations of {@code energy} both use what is
 * here.
 *
 * <p>Deterministic: no threads, clocks or random numbers.
 *
 * <p>Machines:
 *
 * <ul>
 *   <li>{@link org.curtail.speed.SpeedMachine} is cores of several kinds, or cores whose clocks
 *       have steps.
 *   <li>{@link org.curtail.speed.SpeedClass} is a kind of cores or a step: speed and power.
 * </ul>
 *
 * <p>What a policy sees and says:
 *
 * <ul>
 *   <li>{@link org.curtail.speed.SpeedPolicy} decides on which class a request runs; it has those
 *       that run all at one speed.
 *   <li>{@link org.curtail.speed.SlowToFast} starts slowly and goes up by age.
 *   <li>{@link org.curtail.speed.SpeedRequest} is what it sees of a request.
 *   <li>{@link org.curtail.speed.SpeedLoad} is what it sees of the machine.
 *   <li>{@link org.curtail.speed.SpeedWish} is what it answers.
 *   <li>{@link org.curtail.speed.SpeedPolicy.WhenFull} says what happens where there is no room.
 * </ul>
 *
 * <p>Package {@code place} decides who runs where. Artifact {@code curtail-model} has controllers
 * of such policies in {@code org.curtail.energy}, and says what machines draw.
 */
@NullMarked
package org.curtail.speed;

import org.jspecify.annotations.NullMarked;
