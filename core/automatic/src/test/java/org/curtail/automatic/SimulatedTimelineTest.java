package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.Profile;
import org.curtail.automatic.PilotSteering.SimulatedTimeline;
import org.curtail.demand.ProfileRecorder;
import org.curtail.runtime.Timeline;
import org.curtail.sim.SimulatedEnd;
import org.curtail.sim.SimulatedEnd.SimulatedPhase;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class SimulatedTimelineTest {
  /** Half of the work at degree 1, the rest at degree 2 with a speedup of 1.6. */
  private static SimulatedEnd twoPhases(long serialNanos) {
    long first = serialNanos / 2;
    long second = Math.round(serialNanos / 2.0 / 1.6);
    return new SimulatedEnd(
        5,
        7,
        7 + first + second,
        first + 2 * second,
        2,
        List.of(new SimulatedPhase(1, first, 0.5), new SimulatedPhase(2, second, 0.5)));
  }

  @Test
  void countsEveryChunkOnceWhateverThePath() {
    Cases.random(
        3,
        200,
        random -> {
          int phases = random.nextInt(1, 30);
          double[] shares = random.doubles(phases, 0.01, 1).toArray();
          double sum = java.util.Arrays.stream(shares).sum();
          var path = new java.util.ArrayList<SimulatedPhase>();
          long nanos = 0;
          for (double share : shares) {
            path.add(new SimulatedPhase(random.nextInt(1, 9), 1000, share / sum));
            nanos += 1000;
          }
          Timeline timeline = SimulatedTimeline.of(new SimulatedEnd(0, 0, nanos, nanos, 8, path));
          assertThat(timeline.path().stream().mapToInt(Timeline.Phase::chunks).sum())
              .isEqualTo(timeline.chunks());
          assertThat(timeline.executionNanos()).isEqualTo(nanos);
        });
  }

  @Test
  void whoLearnsFromItFindsTheDemandAndTheSpeedupThatWereSimulated() {
    var recorder = new ProfileRecorder(1000, 1);
    double[] serialMs = {3, 10, 40, 200, 7, 90};
    for (int i = 0; i < serialMs.length; i++) {
      recorder.ended(i, SimulatedTimeline.of(twoPhases(Math.round(serialMs[i] * 1e6))));
    }
    Profile learned = recorder.profile(2);
    for (int i = 0; i < serialMs.length; i++) {
      assertThat(learned.timeMs(i, 1)).isCloseTo(serialMs[i], within(0.005 * serialMs[i]));
      assertThat(learned.timeMs(i, 2)).isCloseTo(serialMs[i] / 1.6, within(0.005 * serialMs[i]));
    }
  }
}
