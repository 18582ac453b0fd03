package org.curtail.autopilot;

import java.util.function.LongSupplier;
import org.curtail.energy.SpeedSteering;
import org.curtail.runtime.Curtail;

/** Speed pilot without a thread, which a test steps. */
public final class SteppedSpeedPilot {
  private final SpeedPilot pilot;

  /** Creates a pilot for an engine with this clock. */
  public SteppedSpeedPilot(SpeedSteering steering, LongSupplier clock) {
    pilot = new SpeedPilot(steering, clock);
  }

  /** Returns the listener of requests. */
  public SpeedPilot pilot() {
    return pilot;
  }

  /** Steers this engine. */
  public void attach(Curtail curtail) {
    pilot.attach(curtail);
  }

  /** Makes one step. */
  public void step() {
    pilot.step();
  }
}
