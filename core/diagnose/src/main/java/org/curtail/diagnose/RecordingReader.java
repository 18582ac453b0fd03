package org.curtail.diagnose;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;
import org.jspecify.annotations.Nullable;

/** Reads the unordered events of a recording and combines them. */
final class RecordingReader {
  /** Key of a request, with its end, as requests of several engines may have the same number. */
  private record RequestKey(long request, long endNanos) {}

  /** A pause by the recording's clock. */
  private record JdkPause(Instant from, Instant to, Pause.Kind kind) {}

  /** A sample by the recording's clock. */
  private record JdkSample(Instant at, long threadId, List<String> frames) {}

  private final RecordedClock clock = new RecordedClock();
  private final List<RecordedEvent> requests = new ArrayList<>();
  private final Map<RequestKey, List<Stint>> stints = new HashMap<>();
  private final List<Pause> pauses = new ArrayList<>();
  private final List<JdkPause> jdkPauses = new ArrayList<>();
  private final List<JdkSample> samples = new ArrayList<>();
  private final DoubleSummaryStatistics othersShares = new DoubleSummaryStatistics();

  private final Map<String, String> names = new HashMap<>();

  void read(Path file) throws IOException {
    try (var recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        add(recording.readEvent());
      }
    }
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "curtail.RequestEvidence" -> {
        tie(event);
        requests.add(event);
      }
      case "curtail.Stint" -> {
        tie(event);
        var key = new RequestKey(event.getLong("request"), event.getLong("requestEndNanos"));
        stints.computeIfAbsent(key, k -> new ArrayList<>()).add(stint(event));
      }
      case "curtail.Pause" -> {
        tie(event);
        pauses.add(
            new Pause(
                event.getLong("fromNanos"),
                event.getLong("toNanos"),
                Pause.Kind.valueOf(event.getString("kind"))));
      }
      case "curtail.SlowRequest" -> tie(event);
      case "jdk.GCPhasePause" -> addPause(event, Pause.Kind.COLLECTOR);
      case "jdk.ExecuteVMOperation" -> {
        if (event.getBoolean("safepoint")) {
          addPause(event, Pause.Kind.SAFEPOINT);
        }
      }
      case "jdk.CPULoad" -> {
        float jvm = event.getFloat("jvmUser") + event.getFloat("jvmSystem");
        othersShares.accept(Math.clamp(event.getFloat("machineTotal") - jvm, 0, 1));
      }
      case "jdk.ExecutionSample" -> addSample(event, event.getThread("sampledThread"));
      case "jdk.CPUTimeSample" -> addSample(event, event.getThread("eventThread"));
      default -> {
        // Not used.
      }
    }
  }

  private void tie(RecordedEvent event) {
    clock.tie(event.getStartTime(), event.getLong("writtenNanos"));
  }

  private static Stint stint(RecordedEvent event) {
    return new Stint(
        event.getLong("threadId"),
        event.getString("threadName"),
        event.getLong("fromNanos"),
        event.getLong("toNanos"),
        event.getLong("cpuNanos"),
        event.getLong("runDelayNanos"),
        event.getLong("minorFaults"),
        event.getLong("majorFaults"),
        event.getLong("voluntarySwitches"),
        event.getLong("involuntarySwitches"),
        event.getInt("chunks"),
        event.getBoolean("doubtful"),
        event.getLong("cycles"),
        event.getLong("instructions"),
        phases(event));
  }

  /** Returns the counts by phase; empty for events of older versions. */
  private static List<Stint.PhaseCount> phases(RecordedEvent event) {
    String text = event.hasField("phases") ? event.getString("phases") : null;
    return text == null ? List.of() : PhaseText.parse(text);
  }

  private void addPause(RecordedEvent event, Pause.Kind kind) {
    jdkPauses.add(new JdkPause(event.getStartTime(), event.getEndTime(), kind));
  }

  private void addSample(RecordedEvent event, @Nullable RecordedThread thread) {
    RecordedStackTrace trace = event.getStackTrace();
    if (thread != null && trace != null && !trace.getFrames().isEmpty()) {
      List<String> frames = trace.getFrames().stream().map(this::name).toList();
      samples.add(new JdkSample(event.getStartTime(), thread.getJavaThreadId(), frames));
    }
  }

  private String name(RecordedFrame frame) {
    String name = frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
    return names.computeIfAbsent(name, n -> n);
  }

  /** Returns the content of the files read so far. */
  DiagnosisRecording recording() {
    var around = new PauseIndex(pauses());
    List<RequestEvidence> evidence =
        requests.stream()
            .map(event -> around.withPauses(evidence(event)))
            .sorted(Comparator.comparingLong(RequestEvidence::endNanos))
            .toList();
    return new DiagnosisRecording(
        evidence,
        clock.isTied() ? code() : List.of(),
        othersShares.getCount() == 0
            ? OptionalDouble.empty()
            : OptionalDouble.of(othersShares.getAverage()));
  }

  /** Returns the recorded pauses, or those of the JDK's events if none were recorded. */
  private List<Pause> pauses() {
    if (!pauses.isEmpty() || !clock.isTied()) {
      return pauses;
    }
    return jdkPauses.stream()
        .map(pause ->
            new Pause(
                clock.serviceNanos(pause.from()), clock.serviceNanos(pause.to()), pause.kind()))
        .toList();
  }

  /**
   * Returns a request. If a stint is lost, all stints are left out, as the others would mislead.
   */
  private RequestEvidence evidence(RecordedEvent event) {
    var key = new RequestKey(event.getLong("request"), event.getLong("endNanos"));
    List<Stint> found = stints.getOrDefault(key, List.of());
    return new RequestEvidence(
        key.request(),
        event.getString("group"),
        event.getLong("intendedNanos"),
        event.getLong("receivedNanos"),
        event.getLong("startNanos"),
        key.endNanos(),
        event.getLong("answeredNanos"),
        found.size() == event.getInt("stints") ? found : List.of(),
        List.of(),
        event.getLong("expectedCpuNanos"));
  }

  private List<CodeSample> code() {
    return samples.stream()
        .map(sample ->
            new CodeSample(sample.threadId(), clock.serviceNanos(sample.at()), sample.frames()))
        .sorted(Comparator.comparingLong(CodeSample::atNanos))
        .toList();
  }

  /**
   * Converts the clock of a recording to the service's clock, by events with both times. An event
   * is written a moment after its reading, or much later if the thread was interrupted. So the
   * least difference in each second counts. Each second has its own difference, as the two clocks
   * may run at different speeds.
   */
  static final class RecordedClock {
    private static final long SECOND = 1_000_000_000;

    /** The recording's clock minus the service's clock, by second of the recording's clock. */
    private final TreeMap<Long, Long> differences = new TreeMap<>();

    /** Adds an event with both clocks. */
    void tie(Instant recorded, long serviceNanos) {
      long difference = nanos(recorded) - serviceNanos;
      differences.merge(recorded.getEpochSecond(), difference, Math::min);
    }

    boolean isTied() {
      return !differences.isEmpty();
    }

    /** Converts a moment to the service's clock. At least one event must be added before. */
    long serviceNanos(Instant recorded) {
      long second = recorded.getEpochSecond();
      Map.Entry<Long, Long> before = differences.floorEntry(second);
      Map.Entry<Long, Long> after = differences.ceilingEntry(second);
      boolean isNearerBefore =
          after == null || (before != null && second - before.getKey() <= after.getKey() - second);
      Map.Entry<Long, Long> nearest = requireNonNull(isNearerBefore ? before : after);
      return nanos(recorded) - nearest.getValue();
    }

    private static long nanos(Instant instant) {
      return instant.getEpochSecond() * SECOND + instant.getNano();
    }
  }
}
