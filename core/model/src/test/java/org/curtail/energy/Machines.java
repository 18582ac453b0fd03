package org.curtail.energy;

import java.util.stream.IntStream;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/** Machines for several tests. */
final class Machines {
  private Machines() {}

  /** Returns eight cores with seven clock steps. Power has a static part and a cubic part. */
  static SpeedMachine server() {
    return SpeedMachine.ofClocks(
            IntStream.rangeClosed(4, 10).mapToObj(Machines::step).toArray(SpeedClass[]::new))
        .movingAt(500_000, 0);
  }

  private static SpeedClass step(int tenths) {
    double speed = tenths / 10.0;
    double voltage = Math.max(speed, 0.5);
    return new SpeedClass("clock-" + tenths, 8, speed, 2 + 8 * (voltage * voltage * speed), 1);
  }
}
