package org.curtail.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.curtail.Profile;
import org.junit.jupiter.api.Test;

class TracesTest {
  private static final Profile PROFILE =
      Profile.weighted("", new double[][] {{1}, {2}, {3}}, new double[] {1, 0.5, 2.5});

  @Test
  void requestsComeAsOftenAsTheirWeightsSay() {
    int count = 40_000;
    Trace trace = Traces.draw(new PoissonArrivals(1), PROFILE, count, 1);
    double[] shares = new double[3];
    for (int i = 0; i < count; i++) {
      shares[trace.request(i)] += 1.0 / count;
    }
    // Four standard deviations of a share are at most 2 / sqrt(count).
    assertThat(shares).containsExactly(new double[] {0.25, 0.125, 0.625}, within(0.01));
  }

  @Test
  void theSameRequestsMeetAllArrivals() {
    Trace calm = Traces.draw(new PoissonArrivals(10), PROFILE, 1_000, 7);
    Trace busy = Traces.draw(new PoissonArrivals(20), PROFILE, 1_000, 7);
    assertThat(busy).isEqualTo(calm.fasterBy(2));
    var bursts = new BurstyArrivals(new RatePeriod(100, 50), new RatePeriod(1, 500));
    Trace bursty = Traces.draw(bursts, PROFILE, 1_000, 7);
    for (int i = 0; i < 1_000; i++) {
      assertThat(bursty.request(i)).isEqualTo(calm.request(i));
    }
  }

  @Test
  void aLongerTraceBeginsAsAShorterOneDoes() {
    Trace shorter = Traces.draw(new PoissonArrivals(10), PROFILE, 10, 7);
    Trace longer = Traces.draw(new PoissonArrivals(10), PROFILE, 20, 7);
    for (int i = 0; i < 10; i++) {
      assertThat(longer.arrivalMs(i)).isEqualTo(shorter.arrivalMs(i));
      assertThat(longer.request(i)).isEqualTo(shorter.request(i));
    }
  }

  @Test
  void recordedTimesStayWhatTheyAre() {
    var recorded = new RecordedArrivals(List.of(0.0, 3.0, 4.5));
    Trace trace = Traces.draw(recorded, PROFILE, 2, 1);
    assertThat(trace.arrivalMs(1)).isEqualTo(3);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Traces.draw(recorded, PROFILE, 4, 1))
        .withMessage("4 arrivals wanted, 3 recorded");
  }

  @Test
  void aTraceOfNothingIsRejected() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Traces.draw(new PoissonArrivals(10), PROFILE, 0, 1))
        .withMessage("count must be at least 1: 0");
  }
}
