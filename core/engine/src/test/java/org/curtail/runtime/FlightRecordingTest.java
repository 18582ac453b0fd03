package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.PriorityClass;
import org.curtail.policy.FixedDegree;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Content of a real recording of the JDK Flight Recorder. */
@Timeout(300)
class FlightRecordingTest {
  @TempDir Path folder;

  private interface Traffic {
    void run() throws Exception;
  }

  private List<RecordedEvent> recorded(String name, Recording recording, Traffic traffic)
      throws Exception {
    Path file = folder.resolve("curtail.jfr");
    try (recording) {
      recording.start();
      traffic.run();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals(name))
        .sorted(Comparator.comparing(RecordedEvent::getStartTime))
        .toList();
  }

  private static void serveTogether(Curtail curtail) throws Exception {
    serveTogether(curtail, () -> {});
  }

  private static void serveTogether(Curtail curtail, Traffic lastChunk) throws Exception {
    var together = new CyclicBarrier(2);
    curtail
        .submit(
            new RecordedWork(
                10,
                chunk -> {
                  if (chunk < 2) {
                    together.await();
                  } else if (chunk == 9) {
                    lastChunk.run();
                  }
                }),
            RequestOptions.NONE.of(PriorityClass.URGENT))
        .get();
  }

  @Test
  void aRequestIsOneEventThatTellsItsWholeStory() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).name("watched").start()) {
      List<RecordedEvent> events =
          recorded("curtail.Request", new Recording(), () -> serveTogether(curtail));
      assertThat(events).hasSize(1);
      RecordedEvent event = events.getFirst();
      assertThat(event.getString("engine")).isEqualTo("watched");
      assertThat(event.getLong("request")).isEqualTo(1);
      assertThat(event.getString("outcome")).isEqualTo("COMPLETED");
      assertThat(event.getString("priorityClass")).isEqualTo("URGENT");
      assertThat(event.getInt("peakDegree")).isEqualTo(2);
      assertThat(event.getInt("chunks")).isEqualTo(10);
      assertThat(event.getFloat("meanDegree")).isBetween(1f, 2f);
      Duration wait = event.getDuration("waitTime");
      Duration execution = event.getDuration("executionTime");
      assertThat(execution).isPositive();
      assertThat(event.getDuration("threadTime"))
          .isBetween(execution.dividedBy(2), execution.multipliedBy(2));
      // Two clocks, and two readings that are not one: a few milliseconds on a busy machine.
      assertThat(event.getDuration())
          .isBetween(wait.plus(execution).minusMillis(200), wait.plus(execution).plusMillis(200));
    }
  }

  @Test
  void changesOfDegreeAndRefusalsAreEventsToo() throws Exception {
    var hasLeft = new CountDownLatch(1);
    var leaving =
        new RequestListener() {
          private volatile boolean helped;

          @Override
          public void degreeChanged(long request, long atNanos, int degree) {
            if (helped) {
              hasLeft.countDown();
            }
            helped = degree == 2;
          }
        };
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).listener(leaving).start()) {
      // The last chunk ends when its thread is alone.
      List<RecordedEvent> changes =
          recorded(
              "curtail.DegreeChange",
              new Recording(),
              () -> serveTogether(curtail, hasLeft::await));
      assertThat(changes).extracting(change -> change.getInt("degree")).containsExactly(1, 2, 1);
    }
    Curtail closed = Curtail.with(new FixedDegree(2)).cores(2).start();
    closed.close();
    List<RecordedEvent> refusals =
        recorded(
            "curtail.Refused",
            new Recording(),
            () ->
                assertThatThrownBy(() -> closed.submit(new RecordedWork(1, chunk -> {})))
                    .hasMessageContaining("closed"));
    assertThat(refusals).extracting(refusal -> refusal.getLong("request")).containsExactly(1L);
  }

  @Test
  void aChangeOfPolicyIsAnEvent() throws Exception {
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).name("changing").start()) {
      List<RecordedEvent> changes =
          recorded(
              "curtail.PolicyChange",
              new Recording(),
              () -> {
                curtail.policy(curtail.policy());
                curtail.policy(new FixedDegree(3));
              });
      assertThat(changes).hasSize(1);
      RecordedEvent change = changes.getFirst();
      assertThat(change.getString("engine")).isEqualTo("changing");
      assertThat(change.getString("from")).isEqualTo(new FixedDegree(2).toString());
      assertThat(change.getString("to")).isEqualTo(new FixedDegree(3).toString());
    }
  }

  private static Recording loadAtBeginAndEnd() {
    var recording = new Recording();
    recording.enable("curtail.Load").with("period", "everyChunk");
    return recording;
  }

  @Test
  void loadIsToldWhileAnEngineLives() throws Exception {
    var begun = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    try (Curtail curtail = Curtail.with(new FixedDegree(1)).cores(1).name("loaded").start()) {
      curtail.submit(
          new RecordedWork(
              1,
              chunk -> {
                begun.countDown();
                release.await();
              }));
      begun.await();
      List<RecordedEvent> loads = recorded("curtail.Load", loadAtBeginAndEnd(), () -> {});
      release.countDown();
      assertThat(loads)
          .filteredOn(load -> load.getString("engine").equals("loaded"))
          .isNotEmpty()
          .allMatch(load -> load.getInt("running") == 1 && load.getInt("waiting") == 0)
          .allMatch(load -> load.getInt("threadsBusy") == 1);
    }
    assertThat(recorded("curtail.Load", loadAtBeginAndEnd(), () -> {}))
        .noneMatch(load -> load.getString("engine").equals("loaded"));
  }

  @Test
  void onlyLongRequestsAreRecordedIfAThresholdSaysSo() throws Exception {
    var recording = new Recording();
    recording.enable("curtail.Request").withThreshold(Duration.ofMillis(20));
    try (Curtail curtail = Curtail.with(new FixedDegree(1)).cores(1).start()) {
      List<RecordedEvent> events =
          recorded(
              "curtail.Request",
              recording,
              () -> {
                curtail.run(new RecordedWork(1, chunk -> {}));
                curtail.run(new RecordedWork(2, chunk -> Thread.sleep(20)));
              });
      assertThat(events).extracting(event -> event.getInt("chunks")).contains(2);
      assertThat(events).allMatch(event -> event.getDuration().toMillis() >= 20);
    }
  }

  @Test
  void eventsThatAreSwitchedOffAreNotRecorded() throws Exception {
    var recording = new Recording();
    recording.disable("curtail.Request");
    try (Curtail curtail = Curtail.with(new FixedDegree(2)).cores(2).start()) {
      assertThat(recorded("curtail.Request", recording, () -> serveTogether(curtail))).isEmpty();
    }
  }
}
