/**
 * Drives an engine by what {@code org.curtail.automatic} decides, or its speeds by a controller of
 * {@code org.curtail.energy}: with threads, a clock, and the Flight Recorder. Users meet the former
 * as {@link org.curtail.runtime.Curtail#automatic} only.
 *
 * <ul>
 *   <li>{@link org.curtail.autopilot.SpeedPilot} has a controller steer on which class of speed
 *       requests run.
 *   <li>{@link org.curtail.autopilot.AutopilotMaker} makes the autopilot of an engine; the engine
 *       finds it by {@link java.util.ServiceLoader}.
 *   <li>{@link org.curtail.autopilot.PilotLog} counts what a pilot decides and puts it in words,
 *       also in a simulation.
 *   <li>{@link org.curtail.autopilot.AutomaticJson} reads and writes {@code curtail-automatic/1}.
 * </ul>
 *
 * <p><b>Inside.</b> The engine's threads put what happens into the {@code EventQueue}, which costs
 * them one entry. The {@code PilotThread} feeds it to the {@code Pilot} and puts the policies in
 * force that the pilot names ({@code EnginePilot}); a {@code SpeedPilot} has such a queue and such
 * a thread of its own. The {@code PlanningThread} judges candidates, a piece at a time, and rests
 * as the {@code PlanningPace} says. What else keeps the cores busy the {@code BackgroundLoad} tells
 * the pilot. {@code Decisions} tell the Flight Recorder.
 */
@NullMarked
package org.curtail.autopilot;

import org.jspecify.annotations.NullMarked;
