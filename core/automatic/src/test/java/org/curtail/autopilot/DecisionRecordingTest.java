package org.curtail.autopilot;

import static java.util.concurrent.TimeUnit.MINUTES;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.Profile;
import org.curtail.automatic.PilotKnowledge;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Metrics;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checks an engine's decisions in a real recording and in its metrics. */
@Timeout(value = 2, unit = MINUTES)
class DecisionRecordingTest {
  @TempDir Path folder;

  private static Curtail engineThatKnowsItsDemand() throws Exception {
    var text = new StringWriter();
    Profile profile = Profile.of("test", new double[][] {{0.1}, {0.2}, {0.3}});
    AutomaticJson.write(
        new AutomaticJson.Saved(
            1, new PilotKnowledge(Optional.of(profile), Optional.empty(), List.of())),
        text);
    return Curtail.automatic().cores(1).name("deciding").knowing(text.toString(), "test").start();
  }

  private static void serve(Curtail curtail) throws Exception {
    curtail.run(SharedWork.of(5, chunk -> Math.sqrt(chunk), Double::sum));
  }

  @Test
  void everyDecisionIsAnEventWithItsReason() throws Exception {
    Path file = folder.resolve("decisions.jfr");
    List<Autopilot.Decision> history;
    try (var recording = new Recording()) {
      recording.start();
      try (Curtail curtail = engineThatKnowsItsDemand()) {
        Autopilot autopilot = curtail.autopilot().orElseThrow();
        while (autopilot.history().stream().noneMatch(it -> it.kind().equals("PlanBegun"))) {
          serve(curtail);
        }
        autopilot.freeze();
        autopilot.thaw();
        history = autopilot.history();
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("curtail.Decision"))
            .sorted(Comparator.comparing(RecordedEvent::getStartTime))
            .toList();
    assertThat(history).extracting(Autopilot.Decision::kind).contains("PlanBegun", "Frozen");
    assertThat(events).hasSameSizeAs(history);
    for (int i = 0; i < events.size(); i++) {
      RecordedEvent event = events.get(i);
      assertThat(event.getString("engine")).isEqualTo("deciding");
      assertThat(event.getString("kind")).isEqualTo(history.get(i).kind());
      assertThat(event.getString("decision")).isEqualTo(history.get(i).what());
      assertThat(event.getString("reason")).isEqualTo(history.get(i).reason()).isNotBlank();
    }
  }

  @Test
  void metricsHaveTheDecisionsForAllRequests() throws Exception {
    try (Curtail curtail = engineThatKnowsItsDemand()) {
      Metrics before = curtail.metrics();
      assertThat(before.decisions()).isPresent();
      for (int i = 0; i < 20; i++) {
        serve(curtail);
      }
      curtail.autopilot().orElseThrow().freeze(); // reads the decisions so far
      curtail.autopilot().orElseThrow().history(); // and returns them
      Metrics after = curtail.metrics();
      Metrics.Decisions decided = after.decisions().orElseThrow();
      assertThat(decided.requests()).isEqualTo(20).isEqualTo(after.counts().arrived());
      assertThat(decided.safeShare()).isEqualTo(1);
      assertThat(decided.plans()).isZero();
      assertThat(decided.requestsBeforePlan()).isEmpty();
      assertThat(after.since(before).decisions().orElseThrow().requests())
          .isEqualTo(20 - before.decisions().orElseThrow().requests());
      assertThat(after.text())
          .contains("plans                    0\n", "switches ", "fall backs ", "drifts ")
          .contains("served safe         100.0%", "regret               0.00%");
      assertThat(after.toString()).contains("; 0 plans, 100.0 % served safe");
    }
  }

  @Test
  void anEngineWithAPolicyOfItsOwnHasNoDecisions() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).start()) {
      serve(curtail);
      assertThat(curtail.metrics().decisions()).isEmpty();

      assertThat(curtail.metrics().text()).doesNotContain("served safe");
    }
  }
}
