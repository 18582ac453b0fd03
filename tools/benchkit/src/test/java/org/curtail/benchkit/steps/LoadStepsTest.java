package org.curtail.benchkit.steps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.sim.RatePeriod;
import org.curtail.sim.Trace;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LoadStepsTest {
  private static LoadSteps steps(String text) {
    return RateSteps.parse("--rps-steps", text);
  }

  @Test
  void eachStepHasAsManyArrivalsAsItsRateSays() {
    LoadSteps steps = steps("30:60s,60:1m,0:5s,10:500ms");
    for (long seed = 0; seed < 50; seed++) {
      double[] arrivalsMs = steps.arrivalsMs(seed);
      assertThat(arrivalsMs).isSorted();
      assertThat(arrivalsMs[0]).isNotNegative();
      assertThat(arrivalsMs[arrivalsMs.length - 1]).isLessThan(steps.durationMs());
      for (int step = 0; step < 4; step++) {
        double fromMs = steps.fromMs(step);
        double toMs = steps.fromMs(step + 1);
        long count = Arrays.stream(arrivalsMs).filter(ms -> ms >= fromMs && ms < toMs).count();
        double expected = LoadSteps.expected(steps.periods().get(step));
        // Five standard deviations of a Poisson number.
        assertThat((double) count)
            .as("step %d, seed %d", step, seed)
            .isCloseTo(expected, within(5 * Math.sqrt(expected)));
      }
    }
  }

  @Test
  void oneSeedGivesTheSameArrivalsAndAnotherOthers() {
    LoadSteps steps = steps("200:300ms,400:300ms");
    assertThat(steps.arrivalsMs(7)).isEqualTo(steps.arrivalsMs(7));
    assertThat(steps.arrivalsMs(7)).isNotEqualTo(steps.arrivalsMs(8));
  }

  @Test
  void aTraceHasTheSameArrivals() {
    LoadSteps steps = steps("200:300ms,400:300ms");
    Profile profile = Profile.of("test", new double[][] {{8, 5}, {12, 7}});
    for (long seed = 0; seed < 10; seed++) {
      double[] arrivalsMs = steps.arrivalsMs(seed);
      Trace trace = steps.trace(profile, seed);
      assertThat(trace.size()).isEqualTo(arrivalsMs.length);
      for (int i = 0; i < arrivalsMs.length; i++) {
        assertThat(trace.arrivalMs(i)).isEqualTo(arrivalsMs[i]);
      }
    }
  }

  @Test
  void timesAndRatesAddUp() {
    LoadSteps steps = steps("30:60s, 60:30s");
    assertThat(steps.durationMs()).isEqualTo(90_000);
    assertThat(steps.fromMs(1)).isEqualTo(60_000);
    assertThat(steps.shortestMs()).isEqualTo(30_000);
    assertThat(steps.expected()).isEqualTo(3600);
    assertThat(steps.meanPerSecond()).isEqualTo(40);
    assertThat(steps.overload(59)).hasValueSatisfying(text -> assertThat(text).contains("60 req"));
    assertThat(steps.overload(60)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "'30:60s,60:60s,30:60s', '30:60s,60:60s,30:60s'",
    "'1e3:1m', '1000:60s'",
    "'2.50:0.5h,0:333ms', '2.5:1800s,0:333ms'",
    "'7:1.5s', '7:1500ms'"
  })
  void theTextIsReadAgainAsTheSame(String given, String text) {
    assertThat(steps(given).text()).isEqualTo(text);
    assertThat(steps(text)).isEqualTo(steps(given));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "30",
        "30:60",
        "30:s",
        "x:60s",
        "30:60s,",
        "-1:60s",
        "30:0s",
        "30:1.2.3s",
        "3:9d"
      })
  void whatIsNoStepIsNamed(String text) {
    String last = text.substring(text.lastIndexOf(',') + 1);
    assertThatThrownBy(() -> steps(text))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith("--rps-steps: expected ")
        .hasMessageContaining("'" + last + "'");
  }

  @Test
  void stepsWithoutAnyArrivalAreRefused() {
    assertThatThrownBy(() -> steps("0:60s,0:1s")).hasMessageContaining("above 0");
    assertThatThrownBy(() -> new LoadSteps(List.of(new RatePeriod(0, 5))))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aWindowIsAtMostHalfTheShortestStep() {
    LoadSteps minutes = steps("30:60s,60:60s");
    LoadSteps seconds = steps("30:60s,60:8s");
    assertThat(SteppedLoad.defaultWindowMs(minutes)).isEqualTo(30_000);
    assertThat(SteppedLoad.defaultWindowMs(seconds)).isEqualTo(4000);
    assertThat(new SteppedLoad(seconds, 3000).steadyFromMs(1)).isEqualTo(63_000);
    assertThatThrownBy(() -> new SteppedLoad(seconds, 4001)).hasMessageContaining("4s: 4001ms");
    assertThatThrownBy(() -> new SteppedLoad(seconds, 0)).hasMessageContaining("window");
  }

  @Test
  void stepsWithTooFewOrTooManyRequestsAreRefused() {
    assertThatThrownBy(() -> new SteppedLoad(steps("30:60s,39:1s"), 100))
        .hasMessageContaining("at least 40")
        .hasMessageContaining("39");
    assertThatThrownBy(() -> new SteppedLoad(steps("30:60s,0:60s"), 100))
        .hasMessageContaining("found 0 at 0 requests/s for 60s");
    assertThatThrownBy(() -> new SteppedLoad(steps("1e6:2s"), 100))
        .hasMessageContaining("2,000,000");
  }
}
