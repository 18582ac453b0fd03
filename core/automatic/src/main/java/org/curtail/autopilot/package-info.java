/**
 * Runs an engine by the decisions of {@code org.curtail.automatic}, or its speeds by a controller
 * of {@code org.curtail.energy}: with threads, a clock, and the Flight Recorder. Users start the
 * automatic engine with {@link org.curtail.runtime.Curtail#automatic}.
 *
 * <ul>
 *   <li>{@link org.curtail.autopilot.SpeedPilot} lets a controller choose the speed class of
 *       requests.
 *   <li>{@link org.curtail.autopilot.AutopilotMaker} makes the autopilot of an engine, which finds
 *       it by {@link java.util.ServiceLoader}.
 *   <li>{@link org.curtail.autopilot.PilotLog} counts a pilot's decisions and puts them in words,
 *       also in a simulation.
 *   <li>{@link org.curtail.autopilot.AutomaticJson} reads and writes {@code curtail-automatic/1}.
 * </ul>
 *
 * <p><b>Inside.</b> The engine's threads put events into the {@code EventQueue}. The {@code
 * PilotThread} passes them to the {@code Pilot} and applies its policies ({@code EnginePilot}). A
 * {@code SpeedPilot} has a queue and a thread of its own. The {@code PlanningThread} simulates
 * candidates piece by piece, at the {@code PlanningPace}. {@code BackgroundLoad} measures the cores
 * that other work keeps busy. {@code Decisions} puts decisions in words and sends them to the
 * Flight Recorder.
 */
@NullMarked
package org.curtail.autopilot;

import org.jspecify.annotations.NullMarked;
