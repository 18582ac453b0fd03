package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The events of hedges in a real recording of the JDK Flight Recorder. */
@Timeout(300)
class HedgeRecordingTest {
  @TempDir Path folder;

  private List<RecordedEvent> recorded(Runnable traffic) throws Exception {
    Path file = folder.resolve("hedge.jfr");
    try (var recording = new Recording()) {
      recording.start();
      traffic.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().startsWith("curtail.Hedge"))
        .toList();
  }

  private static RecordedEvent only(List<RecordedEvent> events, String name) {
    List<RecordedEvent> found =
        events.stream().filter(event -> event.getEventType().getName().equals(name)).toList();
    assertThat(found).as(name).hasSize(1);
    return found.getFirst();
  }

  @Test
  void onlyHedgedCallsAreRecorded() throws Exception {
    SteppedHedge stepped =
        new SteppedHedge(
            Hedge.of(ReissuePolicy.singleD(10))
                .named("watched")
                .budget(HedgeBudget.of(0.3))
                .leastSamples(0));
    List<RecordedEvent> events =
        recorded(() -> {
          for (int i = 0; i < 3; i++) {
            stepped.hedge.call(attempt -> CompletableFuture.completedFuture("quick"));
          }
          var hedged = new ScriptedCall();
          stepped.hedge.call(hedged);
          stepped.pass(12);
          hedged.answer(1);
          var suppressed = new ScriptedCall();
          stepped.hedge.call(suppressed);
          stepped.pass(12);
          suppressed.answer(0);
        });
    RecordedEvent call = only(events, "curtail.HedgedCall");
    assertThat(call.getString("hedge")).isEqualTo("watched");
    assertThat(call.getString("outcome")).isEqualTo("ANSWERED");
    assertThat(call.getInt("attempts")).isEqualTo(2);
    assertThat(call.getInt("winner")).isEqualTo(1);
    assertThat(call.getDuration("callTime")).isEqualTo(Duration.ofMillis(12));
    RecordedEvent sent = only(events, "curtail.HedgeSent");
    assertThat(sent.getString("hedge")).isEqualTo("watched");
    assertThat(sent.getLong("call")).isEqualTo(call.getLong("call"));
    assertThat(sent.getInt("attempt")).isEqualTo(1);
    RecordedEvent suppressed = only(events, "curtail.HedgeSuppressed");
    assertThat(suppressed.getString("hedge")).isEqualTo("watched");
    assertThat(suppressed.getInt("attempt")).isEqualTo(1);
    assertThat(suppressed.getString("suppressedBy")).isEqualTo("BUDGET");
    assertThat(suppressed.getLong("call")).isNotEqualTo(call.getLong("call"));
  }

  @Test
  void newPolicyIsRecordedWithItsReason() throws Exception {
    var recording = new HedgeRecording("learning");
    List<RecordedEvent> events =
        recorded(() -> recording.replanned(ReissuePolicy.singleR(7, 0.25), "calls became slower"));
    RecordedEvent policy = only(events, "curtail.HedgePolicy");
    assertThat(policy.getString("policy"))
        .isEqualTo("a call without an answer is hedged after 7 ms with probability 0.250");
    assertThat(policy.getString("why")).isEqualTo("calls became slower");
  }

  @Test
  void learningHedgeRecordsItsPolicies() throws Exception {
    SteppedHedge stepped =
        new SteppedHedge(Hedge.adaptive(new ReissueGoal(85, 0.1)).named("learning"));
    List<RecordedEvent> events =
        recorded(() -> {
          for (int i = 0; i < 500; i++) {
            var call = new ScriptedCall();
            stepped.hedge.call(call);
            stepped.pass(i % 5 == 0 ? 50 : 5);
            call.answer(0);
          }
          stepped.watch();
        });
    RecordedEvent policy = only(events, "curtail.HedgePolicy");
    assertThat(policy.getString("hedge")).isEqualTo("learning");
    assertThat(stepped.hedge.explain())
        .startsWith("hedge learning: " + policy.getString("policy") + "\n")
        .contains("\nplan: " + policy.getString("why") + "\n");
  }
}
