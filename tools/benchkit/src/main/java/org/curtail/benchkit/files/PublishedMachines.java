package org.curtail.benchkit.files;

import java.util.ArrayList;
import java.util.List;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/**
 * Built-in machines by name. The figures of power are only typical: measure those of your machine.
 *
 * <ul>
 *   <li>{@code rk3399}: four slow and two fast cores of the Rockchip RK3399, each kind at its
 *       fastest clock. Speeds and busy milliwatts are those of its published table for the
 *       scheduler of Linux (capacity of 1024, power); an idle core draws 6 and 15 mW. A move takes
 *       100 µs: 35 to 90 µs for a change of affinity, and a cold cache.
 *   <li>{@code rk3399-clocks}: its two fast cores, with the nine clocks of the same table. A change
 *       takes 40 µs, according to that table.
 *   <li>{@code server}: eight cores whose clock has seven steps, 0.4 to 1 of the fastest. The
 *       server's power is assumed, not measured: a busy core draws 2 W, and 8 W times the cube of
 *       its speed. Below half of the fastest clock, the voltage is constant, and the second part is
 *       proportional to the clock. An idle core draws 1 W. A change takes 500 µs.
 * </ul>
 */
public final class PublishedMachines {
  private static final double RK3399_CAPACITY = 1024;
  private static final long AFFINITY_NANOS = 100_000;

  private static final int SERVER_CORES = 8;
  private static final double SERVER_STATIC_WATTS = 2;
  private static final double SERVER_CUBIC_WATTS = 8;
  private static final double SERVER_IDLE_WATTS = 1;

  /** Speed below which the voltage is constant, so that power is proportional to the clock. */
  private static final double SERVER_LEAST_VOLTAGE_SPEED = 0.5;

  /** Clock in MHz, capacity, milliwatts. */
  private static final int[][] RK3399_FAST_CLOCKS = {
    {408, 210, 129},
    {600, 308, 184},
    {816, 419, 246},
    {1008, 518, 335},
    {1200, 617, 428},
    {1416, 728, 573},
    {1608, 827, 724},
    {1800, 925, 900},
    {1992, 1024, 1108}
  };

  private PublishedMachines() {}

  /** Returns all names. */
  public static List<String> names() {
    return List.of("rk3399", "rk3399-clocks", "server");
  }

  /**
   * Returns the machine of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public static SpeedMachine named(String name) {
    return switch (name) {
      case "rk3399" -> rk3399();
      case "rk3399-clocks" -> rk3399Clocks();
      case "server" -> server();
      default ->
          throw new IllegalArgumentException(
              "expected one of " + names() + ", found '" + name + "'");
    };
  }

  private static SpeedMachine rk3399() {
    return SpeedMachine.ofCores(
            new SpeedClass("cortex-a53", 4, 401 / RK3399_CAPACITY, 0.222, 0.006),
            new SpeedClass("cortex-a72", 2, 1024 / RK3399_CAPACITY, 1.108, 0.015))
        .movingAt(AFFINITY_NANOS, 0);
  }

  private static SpeedMachine rk3399Clocks() {
    var steps = new ArrayList<SpeedClass>();
    for (int[] step : RK3399_FAST_CLOCKS) {
      steps.add(
          new SpeedClass(step[0] + "-mhz", 2, step[1] / RK3399_CAPACITY, step[2] / 1000.0, 0.015));
    }
    return SpeedMachine.ofClocks(steps.toArray(SpeedClass[]::new)).movingAt(40_000, 0);
  }

  private static SpeedMachine server() {
    var steps = new ArrayList<SpeedClass>();
    for (int tenths = 4; tenths <= 10; tenths++) {
      double speed = tenths / 10.0;
      steps.add(
          new SpeedClass(
              "clock-%d%%".formatted(10 * tenths),
              SERVER_CORES,
              speed,
              SERVER_STATIC_WATTS + SERVER_CUBIC_WATTS * relativePower(speed),
              SERVER_IDLE_WATTS));
    }
    return SpeedMachine.ofClocks(steps.toArray(SpeedClass[]::new)).movingAt(500_000, 0);
  }

  private static double relativePower(double speed) {
    double voltage = Math.max(speed, SERVER_LEAST_VOLTAGE_SPEED);
    return voltage * voltage * speed;
  }
}
