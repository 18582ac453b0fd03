package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.linux.energy.Answers.reason;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the work on the real cores of this machine. */
class FixedWorkTest {
  @TempDir private Path folder;

  private static Cores ownCores() {
    return switch (Affinity.ofThread()) {
      case Available<Cores>(Cores cores) -> cores;
      case Unavailable<Cores>(String reason) -> Assumptions.abort(reason);
    };
  }

  @Test
  void theThreadMayUseItsOwnCoresAgainAfterwards() {
    Cores before = ownCores();
    Cores last = Cores.only(before.numbers().getLast());
    assertThat(new FixedWork().workNanos(last))
        .isInstanceOfSatisfying(
            Available.class, time -> assertThat((Double) time.value()).isGreaterThan(1e4));
    assertThat(ownCores()).isEqualTo(before);
    assertThat(reason(new FixedWork().workNanos(Cores.only(8191)))).contains("8191");
  }

  /** The files claim that the clock changed by a factor of 3, but the real cores did not change. */
  @Test
  void aClockWithoutEffectIsDetected() {
    Cores cores = ownCores();
    FakeSysfs tree = FakeSysfs.withTable();
    var asked = new ArrayList<Cores>();
    var work = new FixedWork();
    SpeedCheck onRealCores =
        those -> {
          asked.add(those);
          return work.workNanos(cores);
        };
    Availability<ClockControl> tried =
        ClockControl.take(tree.machine(onRealCores), folder.resolve("state"), warning -> {});
    assertThat(reason(tried)).contains("has no effect");
    assertThat(asked).isEqualTo(List.of(asked.getFirst(), asked.getFirst(), asked.getFirst()));
  }
}
