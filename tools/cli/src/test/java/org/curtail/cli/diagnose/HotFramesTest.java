package org.curtail.cli.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import jdk.jfr.Recording;
import org.curtail.diagnose.CodeSample;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.DiagnosisRecording;
import org.curtail.diagnose.RequestEvidence;
import org.curtail.signals.Stint;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class HotFramesTest {
  @TempDir Path folder;

  /** Computes in a method of its own, however long others keep the core. */
  private static double spinInTheSlowMethod(long forCpuNanos) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long untilNanos = threads.getCurrentThreadCpuTime() + forCpuNanos;
    double sum = 0;
    while (threads.getCurrentThreadCpuTime() < untilNanos) {
      for (int i = 1; i < 1_000; i++) {
        sum += Math.sin(sum + i);
      }
    }
    return sum;
  }

  private static RequestEvidence serve(long id, double[] sink, long forCpuNanos) {
    long from = System.nanoTime();
    sink[0] += spinInTheSlowMethod(forCpuNanos);
    long to = System.nanoTime();
    var stint = Stint.unread(Thread.currentThread(), from, to, 1);
    return RequestEvidence.ofServer(id, "", from, from, to, List.of(stint), List.of());
  }

  @Test
  void samplesOfCodeAreJoinedToTheRequestsTheyWereTakenIn() throws Exception {
    double[] sink = {0};
    var recording = new Recording();
    recording.enable("jdk.ExecutionSample").withPeriod(Duration.ofMillis(10));
    Path file = folder.resolve("diagnosis.jfr");
    try (recording) {
      recording.start();
      for (int i = 1; i <= 20; i++) {
        DiagnosisRecorder.ended(serve(i, sink, i == 20 ? 400_000_000 : 1_000_000));
      }
      recording.stop();
      recording.dump(file);
    }
    assertThat(sink[0]).isFinite();
    DiagnosisRecording read = DiagnosisRecording.read(file);
    assertThat(read.requests()).hasSize(20);
    HotFrames hot = HotFrames.of(read, 0.05);
    assertThat(hot.slowSamples()).isPositive();
    assertThat(CodeOfRequests.join(read).getLast())
        .anyMatch(
            sample -> sample.frames().stream().anyMatch(f -> f.endsWith(".spinInTheSlowMethod")));
  }

  @Test
  void aSampleBelongsToTheStintThatCoversItsThreadAndTime() {
    var requests = new ArrayList<RequestEvidence>();
    var code = new ArrayList<CodeSample>();
    for (int i = 0; i < 50; i++) {
      var stint = new Stint(i % 3, "w", 100L * i, 100L * i + 50, -1, -1, -1, -1, -1, -1, 1, false);
      requests.add(
          RequestEvidence.ofServer(
              i, "", 100L * i, 100L * i, 100L * i + 60 + i, List.of(stint), List.of()));
    }
    for (int at = 0; at < 5_000; at += 7) {
      for (int thread = 0; thread < 4; thread++) {
        code.add(new CodeSample(thread, at, List.of("m" + at % 2, "caller")));
      }
    }
    var recording = new DiagnosisRecording(requests, code, OptionalDouble.empty());
    List<List<CodeSample>> joined = CodeOfRequests.join(recording);
    for (int i = 0; i < 50; i++) {
      Stint stint = requests.get(i).stints().getFirst();
      assertThat(joined.get(i))
          .containsExactlyElementsOf(
              code.stream()
                  .filter(s -> s.threadId() == stint.threadId())
                  .filter(s -> s.atNanos() >= stint.fromNanos() && s.atNanos() < stint.toNanos())
                  .toList());
    }
    HotFrames hot = HotFrames.of(recording, 0.1);
    assertThat(hot.frames())
        .extracting(HotFrames.Frame::method)
        .containsExactlyInAnyOrder("m0", "m1");
    assertThat(hot.frames().stream().mapToDouble(HotFrames.Frame::slowShare).sum()).isEqualTo(1);
    assertThat(hot.slowSamples())
        .isEqualTo(joined.subList(45, 50).stream().mapToInt(List::size).sum());
  }
}
