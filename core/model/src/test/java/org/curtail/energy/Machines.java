package org.curtail.energy;

import java.util.stream.IntStream;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;

/** Machines that several tests use. */
final class Machines {
  private Machines() {}

  /** Eight cores whose clock has seven steps, with a static part and a cubic part of power. */
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
