/**
 * Drives an engine by the decisions of {@code org.curtail.automatic}, or its speeds by a controller
 * of {@code org.curtail.energy}: with threads, a clock, and the Flight Recorder. Users meet the
 * former only as {@link org.curtail.runtime.Curtail#automatic}.
 *
 * <ul>
 *   <li>{@link org.curtail.autopilot.SpeedPilot} lets a controller choose the class of speed that
 *       requests run on.
 *   <li>{@link org.curtail.autopilot.AutopilotMaker} makes the autopilot of an engine, which finds
 *       it by {@link java.util.ServiceLoader}.
 *   <li>{@link org.curtail.autopilot.PilotLog} counts a pilot's decisions and puts them in words,
 *       also in a simulation.
 *   <li>{@link org.curtail.autopilot.AutomaticJson} reads and writes {@code curtail-automatic/1}.
 * </ul>
 *
 * <p><b>Inside.</b> The engine's threads put events into the {@code EventQueue}, one entry each.
 * The {@code PilotThread} feeds them to the {@code Pilot} and puts its policies in force ({@code
 * EnginePilot}); a {@code SpeedPilot} has such a queue and such a thread of its own. The {@code
 * PlanningThread} judges candidates piece by piece, at the {@code PlanningPace}. {@code
 * BackgroundLoad} measures the cores that other work keeps busy. {@code Decisions} words decisions
 * and sends them to the Flight Recorder.
 */
@NullMarked
package org.curtail.autopilot;

import org.jspecify.annotations.NullMarked;
