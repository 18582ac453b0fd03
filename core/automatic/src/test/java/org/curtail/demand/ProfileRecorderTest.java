package org.curtail.demand;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.within;

import java.io.StringReader;
import java.io.StringWriter;
import java.util.List;
import java.util.Locale;
import org.curtail.Profile;
import org.curtail.model.json.ProfileJson;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class ProfileRecorderTest {
  private static final long MS = 1_000_000;

  private static Timeline ended(
      Outcome outcome, long arrivalMs, long finishMs, Timeline.Phase... path) {
    Timeline alone = SpeedupEstimateTest.request(path);
    return new Timeline(
        arrivalMs * MS,
        arrivalMs * MS,
        arrivalMs * MS + alone.executionNanos() + finishMs * MS,
        alone.threadNanos(),
        alone.peakDegree(),
        alone.chunks(),
        List.of(path),
        outcome);
  }

  @Test
  void sequentialTimeIsTheSumOfTimeTimesSpeedupAndFinishingIsSequential() {
    var recorder = new ProfileRecorder(10, 1);
    Timeline.Phase alone = new Timeline.Phase(1, 100 * MS, 10_000);
    Timeline.Phase shared = new Timeline.Phase(2, 50 * MS, 8_000);
    recorder.ended(2, ended(Outcome.COMPLETED, 300, 0, alone));
    recorder.ended(1, ended(Outcome.COMPLETED, 0, 10, alone, shared));
    Profile profile = recorder.profile(3);
    // Speedup 1.6, also for degree 3. In order of arrival.
    assertThat(profile.timeMs(0, 1)).isCloseTo(10 + 100 + 80, within(0.1));
    assertThat(profile.timeMs(0, 2)).isCloseTo(10 + 180 / 1.6, within(0.1));
    assertThat(profile.timeMs(0, 3)).isEqualTo(profile.timeMs(0, 2));
    assertThat(profile.timeMs(1, 1)).isCloseTo(100, within(1e-9));
    assertThat(profile.timeMs(1, 2)).isCloseTo(100 / 1.6, within(0.1));
  }

  @Test
  void whatDidNotCompleteIsCountedAndLeftOut() {
    var recorder = new ProfileRecorder(10, 1);
    recorder.ended(1, ended(Outcome.COMPLETED, 0, 0, new Timeline.Phase(1, MS, 10)));
    for (Outcome outcome : Outcome.values()) {
      if (outcome != Outcome.COMPLETED) {
        recorder.ended(2, ended(outcome, 0, 0, new Timeline.Phase(1, 50 * MS, 10)));
      }
    }
    assertThat(recorder.completed()).isEqualTo(1);
    assertThat(recorder.others()).isEqualTo(4);
    assertThat(recorder.profile(1).requests()).isEqualTo(1);
    assertThat(recorder.profile(1).source())
        .isEqualTo(
            "live traffic: 1 of 1 completed requests, 4 others left out; speedups not learned");
    recorder.forget();
    assertThat(recorder.others()).isZero();
    assertThatIllegalStateException()
        .isThrownBy(() -> recorder.profile(2))
        .withMessage("no request has completed");
  }

  @Test
  void withoutALearnedSpeedupThereIsNoProfileOfSeveralDegrees() {
    var recorder = new ProfileRecorder(1_000, 1);
    assertThat(recorder.speedups().isKnown()).isFalse();
    for (int r = 0; r < 500; r++) {
      recorder.ended(r, ended(Outcome.COMPLETED, r, 0, new Timeline.Phase(1, 50 * MS, 1_000)));
    }
    assertThat(recorder.speedups().isKnown()).isFalse();
    assertThat(recorder.speedups(4).isKnown()).isFalse();
    assertThatIllegalStateException()
        .isThrownBy(() -> recorder.profile(4))
        .withMessageContaining("no speedup was learned from 500 completed requests")
        .withMessageContaining("few-to-many, interval-T or tail-index");
    assertThat(recorder.profile(1).timeMs(0, 1)).isEqualTo(50);

    recorder.ended(
        500,
        ended(
            Outcome.COMPLETED,
            500,
            0,
            new Timeline.Phase(1, 50 * MS, 1_000),
            new Timeline.Phase(2, 50 * MS, 1_800)));
    assertThat(recorder.speedups().isKnown()).isTrue();
    assertThat(recorder.profile(4).maxDegree()).isEqualTo(4);
  }

  @Test
  void theSourceIsWrittenTheSameInEveryCountry() {
    Locale before = Locale.getDefault();
    Locale.setDefault(Locale.GERMANY);
    try {
      var recorder = new ProfileRecorder(1_000, 1);
      recorder.ended(
          1,
          ended(
              Outcome.COMPLETED,
              0,
              0,
              new Timeline.Phase(1, 50 * MS, 1_000),
              new Timeline.Phase(2, 50 * MS, 1_800)));
      assertThat(recorder.profile(2).source()).endsWith("speedups 1.00, 1.80");
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void theNotesSayWhichSpeedupsWereNotLearned() {
    var recorder = new ProfileRecorder(10, 1);
    Timeline.Phase alone = new Timeline.Phase(1, 100 * MS, 10_000);
    recorder.ended(2, ended(Outcome.COMPLETED, 0, 0, alone, new Timeline.Phase(2, 50 * MS, 8_000)));
    assertThat(recorder.profile(1).notes()).isEmpty();
    assertThat(recorder.profile(2).notes()).isEmpty();
    assertThat(recorder.profile(4).notes())
        .singleElement()
        .asString()
        .startsWith("its speedups at degree 3, 4 are not known and guessed")
        .contains("record with a policy that changes degrees", "curtail profile");
  }

  @Test
  void aRequestThatTookNoTimeByTheClockHasATimeThatReadsBack() throws Exception {
    var recorder = new ProfileRecorder(10, 1);
    recorder.ended(1, ended(Outcome.COMPLETED, 0, 0));
    Profile profile = recorder.profile(1);
    assertThat(profile.timeMs(0, 1)).isEqualTo(1e-6);
    var text = new StringWriter();
    ProfileJson.write(profile, text);
    assertThat(ProfileJson.read(new StringReader(text.toString()), "x")).isEqualTo(profile);
  }

  @Test
  void capacityAndDegreeHaveLimits() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProfileRecorder(0, 1))
        .withMessageContaining("capacity");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new ProfileRecorder(1, 1).profile(0))
        .withMessageContaining("maxDegree");
  }
}
