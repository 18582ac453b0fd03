package org.curtail.diagnose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import jdk.jfr.consumer.RecordingStream;
import org.curtail.diagnose.SyntheticRequests.Setting;
import org.curtail.diagnose.SyntheticRequests.Truth;
import org.curtail.diagnose.pause.JvmPauses;
import org.curtail.diagnose.pause.Pause;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real recordings of the Flight Recorder. */
@Timeout(300)
class DiagnosisRecordingTest {
  @TempDir Path folder;

  private interface Service {
    void run() throws Exception;
  }

  private Path recorded(Recording recording, Service service) throws Exception {
    Path file = folder.resolve("diagnosis.jfr");
    try (recording) {
      recording.start();
      service.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static List<RequestEvidence> synthetic(int count) {
    var setting = new Setting(1, count, 0.15, 0.1, 1, 10, true);
    return SyntheticRequests.draw(setting).stream().map(Truth::evidence).toList();
  }

  @Test
  void evidenceIsReadAsWritten() throws Exception {
    List<RequestEvidence> requests = synthetic(500);
    Path file =
        recorded(
            new Recording(),
            () -> {
              for (RequestEvidence request : requests) {
                request.pauses().forEach(DiagnosisRecorder::paused);
                DiagnosisRecorder.ended(request);
              }
            });
    DiagnosisRecording read = DiagnosisRecording.read(file);
    assertThat(read.requests()).isEqualTo(requests);
    assertThat(Diagnosis.of(read.requests()).requests())
        .isEqualTo(Diagnosis.of(requests).requests());
  }

  /** While any recording runs, the Flight Recorder accepts all events of programs. */
  @Test
  void recordingOfPausesGetsNoRequests() throws Exception {
    RequestEvidence request = synthetic(1).getFirst();
    var taken = new ConcurrentLinkedQueue<String>();
    assertThat(DiagnosisRecorder.isRecording()).isFalse();
    try (JvmPauses pauses = JvmPauses.start()) {
      assertThat(pauses.rungs()).isNotEmpty();
      assertThat(DiagnosisRecorder.isRecording()).isFalse();
      try (var recording = new Recording()) {
        recording.start();
        assertThat(DiagnosisRecorder.isRecording()).isTrue();
        recording.stop();
        assertThat(DiagnosisRecorder.isRecording()).isFalse();
      }
      try (var stream = new RecordingStream()) {
        stream.onEvent("curtail.RequestEvidence", event -> taken.add(event.getString("group")));
        stream.startAsync();
        assertThat(DiagnosisRecorder.isRecording()).isTrue();
        DiagnosisRecorder.ended(request);
        stream.stop();
      }
      assertThat(DiagnosisRecorder.isRecording()).isFalse();
    }
    assertThat(taken).containsExactly(request.group());
  }

  @Test
  void slowRequestIsAnEventWithPartsAndMainCause() throws Exception {
    List<RequestEvidence> requests = synthetic(500);
    Diagnosis diagnosis = Diagnosis.of(requests);
    Breakdown slowest = diagnosis.slowest(1).getFirst();
    MainCause main = diagnosis.mainCause(slowest).orElseThrow();
    Path file = recorded(new Recording(), () -> DiagnosisRecorder.slow(slowest, main));
    List<RecordedEvent> events =
        RecordingFile.readAllEvents(file).stream()
            .filter(event -> event.getEventType().getName().equals("curtail.SlowRequest"))
            .toList();
    assertThat(events).hasSize(1);
    RecordedEvent event = events.getFirst();
    assertThat(event.getLong("request")).isEqualTo(slowest.id());
    assertThat(event.getString("group")).isEqualTo(slowest.group());
    assertThat(event.getString("mainCause")).isEqualTo(main.cause().title());
    assertThat(event.getDuration("latency")).isEqualTo(Duration.ofNanos(slowest.latencyNanos()));
    Map<Cause, String> fields =
        Map.ofEntries(
            Map.entry(Cause.NETWORK, "network"),
            Map.entry(Cause.ADMISSION, "admission"),
            Map.entry(Cause.HAND_OFF, "handOff"),
            Map.entry(Cause.RUN_QUEUE, "runQueue"),
            Map.entry(Cause.WORK, "work"),
            Map.entry(Cause.COLLECTOR, "collector"),
            Map.entry(Cause.SAFEPOINT, "safepoint"),
            Map.entry(Cause.BLOCKED, "blocked"),
            Map.entry(Cause.PAGE_FAULTS, "pageFaults"),
            Map.entry(Cause.STOPPED, "stopped"),
            Map.entry(Cause.INTERFERENCE, "interference"),
            Map.entry(Cause.REST, "rest"));
    for (Cause cause : Cause.values()) {
      assertThat(event.getDuration(fields.get(cause)))
          .isEqualTo(Duration.ofNanos(slowest.nanos(cause)));
    }
  }

  @Test
  void requestWithALostStintIsReadWithoutStints() throws Exception {
    RequestEvidence request = synthetic(1).getFirst();
    var recording = new Recording();
    recording.disable("curtail.Stint");
    Path file = recorded(recording, () -> DiagnosisRecorder.ended(request));
    RequestEvidence read = DiagnosisRecording.read(file).requests().getFirst();
    assertThat(read.stints()).isEmpty();
    assertThat(CauseSplit.of(read).nanos(Cause.REST)).isPositive();
  }

  @Test
  void otherFilesAreRejectedWithTheirNames() throws Exception {
    Path text = folder.resolve("text.jfr");
    Files.writeString(
        text, "no recording at all, though it is long enough to hold a header. ".repeat(9));
    assertThatThrownBy(() -> DiagnosisRecording.read(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("text.jfr is not a whole recording of the Flight Recorder");
    Path empty = recorded(new Recording(), () -> {});
    assertThatThrownBy(() -> DiagnosisRecording.read(empty))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("diagnosis.jfr holds no event curtail.RequestEvidence");
    assertThatThrownBy(() -> DiagnosisRecording.read(folder.resolve("missing.jfr")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void pausesOfTheJdkAreUsedIfNoneWereWritten() throws Exception {
    var recording = new Recording();
    recording.enable("jdk.GCPhasePause").withThreshold(Duration.ZERO);
    Path file =
        recorded(
            recording,
            () -> {
              long from = System.nanoTime();
              System.gc();
              long to = System.nanoTime();
              DiagnosisRecorder.ended(
                  RequestEvidence.ofServer(1, "", from, from, to, List.of(), List.of()));
            });
    List<Pause> pauses = DiagnosisRecording.read(file).requests().getFirst().pauses();
    assertThat(pauses).isNotEmpty();
    assertThat(pauses).anyMatch(pause -> pause.kind() == Pause.Kind.COLLECTOR);
  }
}
