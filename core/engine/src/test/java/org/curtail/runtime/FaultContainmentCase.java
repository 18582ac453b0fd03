package org.curtail.runtime;

import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** An engine on a clock that the test moves. */
@Timeout(300)
@ExtendWith(SilentLog.class)
abstract class FaultContainmentCase {
  final ManualClock clock = new ManualClock();

  static void stepAll(Curtail curtail) {
    boolean moved = true;
    while (moved) {
      moved = false;
      for (Worker worker : curtail.workers()) {
        moved |= worker.step();
      }
    }
  }
}
