package org.curtail.autopilot;

import java.util.function.LongSupplier;
import org.curtail.energy.SpeedSteering;
import org.curtail.runtime.Curtail;

/** A pilot of speeds without a thread, which a test steps. */
public final class SteppedSpeedPilot {
  private final SpeedPilot pilot;

  /** For an engine with this clock. */
  public SteppedSpeedPilot(SpeedSteering steering, LongSupplier clock) {
    pilot = new SpeedPilot(steering, clock);
  }

  /** Returns the listener of requests. */
  public SpeedPilot pilot() {
    return pilot;
  }

  /** It steers this engine. */
  public void attach(Curtail curtail) {
    pilot.attach(curtail);
  }

  /** It looks at the clock once. */
  public void step() {
    pilot.step();
  }
}
