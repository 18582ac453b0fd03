package org.curtail.energy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.Policy;
import org.curtail.sim.Observer;
import org.curtail.sim.Trace;
import org.curtail.speed.SpeedPolicy;

/** Classes of the threads of simulated requests, moment by moment: the reference for an engine. */
public final class SimulatedThreadPlaces implements EnergyObserver {
  private final List<String> moments = new ArrayList<>();
  private final Map<Integer, List<Integer>> now = new TreeMap<>();
  private String before = "{}";
  private int moves;
  private int most;

  private SimulatedThreadPlaces() {}

  /**
   * The simulated run, and all places.
   *
   * @param most threads that a request had
   */
  public record Run(EnergyResult result, List<String> moments, int moves, int most) {}

  /** Simulates. */
  public static Run of(
      EnergySimulation simulation, Policy policy, SpeedPolicy speeds, Trace trace) {
    var places = new SimulatedThreadPlaces();
    EnergyResult result = simulation.run(policy, speeds, trace, Observer.NONE, places);
    return new Run(result, places.moments, places.moves, places.most);
  }

  @Override
  public void started(int index, int speedClass, long nowNanos) {
    List<Integer> classes = now.computeIfAbsent(index, unused -> new ArrayList<>());
    classes.add(speedClass);
    most = Math.max(most, classes.size());
  }

  @Override
  public void moved(int index, int from, int to, long nowNanos) {
    left(index, from, nowNanos);
    started(index, to, nowNanos);
    moves++;
  }

  @Override
  public void left(int index, int speedClass, long nowNanos) {
    List<Integer> classes = now.computeIfAbsent(index, unused -> new ArrayList<>());
    classes.remove(Integer.valueOf(speedClass));
  }

  @Override
  public void settled(long nowNanos, PowerMeter meter) {
    now.values().removeIf(List::isEmpty);
    now.values().forEach(classes -> classes.sort(null));
    String seen = now.toString();
    if (!seen.equals(before)) {
      moments.add(nowNanos + " " + seen);
      before = seen;
    }
  }
}
