package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedPolicy;

/** Cores of a simulation's requests, moment by moment: the reference for an engine. */
public final class SimulatedPlaces implements EnergyObserver {
  private final List<String> moments = new ArrayList<>();
  private final Map<Integer, Integer> before = new TreeMap<>();
  private final Map<Integer, Integer> now = new TreeMap<>();
  private int moves;

  private SimulatedPlaces() {}

  /** The simulated run, and all places. */
  public record Run(EnergyResult result, List<String> moments, int moves) {}

  /** Simulates. */
  public static Run of(EnergySimulation simulation, SpeedPolicy policy, Trace trace) {
    return of(simulation, SpeedSteering.steady(policy), trace);
  }

  /** Simulates while policies are replaced. */
  public static Run of(EnergySimulation simulation, SpeedSteering steering, Trace trace) {
    var places = new SimulatedPlaces();
    EnergyResult result = simulation.run(steering, trace, places);
    return new Run(result, places.moments, places.moves);
  }

  @Override
  public void started(int index, int speedClass, long nowNanos) {
    now.put(index, speedClass);
  }

  @Override
  public void moved(int index, int from, int to, long nowNanos) {
    now.put(index, to);
  }

  @Override
  public void ended(int index, long nowNanos) {
    now.remove(index);
  }

  @Override
  public void settled(long nowNanos, PowerMeter meter) {
    now.forEach((index, speedClass) -> {
      Integer was = before.get(index);
      if (was != null && !was.equals(speedClass)) {
        moves++;
      }
    });
    if (!now.equals(before)) {
      moments.add(nowNanos + " " + now);
      before.clear();
      before.putAll(now);
    }
  }
}
