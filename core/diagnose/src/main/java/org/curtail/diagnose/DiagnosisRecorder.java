package org.curtail.diagnose;

import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;
import org.curtail.diagnose.DiagnosisEvents.EvidenceEvent;
import org.curtail.diagnose.DiagnosisEvents.PauseEvent;
import org.curtail.diagnose.DiagnosisEvents.SlowRequestEvent;
import org.curtail.diagnose.DiagnosisEvents.StintEvent;
import org.curtail.diagnose.pause.Pause;
import org.curtail.signals.Stint;

/**
 * Writes events to the JDK Flight Recorder: {@code curtail.RequestEvidence} and {@code
 * curtail.Stint} for all requests, {@code curtail.SlowRequest} for slow requests, and {@code
 * curtail.Pause}. {@link DiagnosisRecording} reads these events. Without a recording, or without a
 * Flight Recorder, the methods do nothing and allocate nothing. Thread-safe.
 */
public final class DiagnosisRecorder {
  private static final boolean IS_POSSIBLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** Events that are never committed, to check if a recording wants a kind of events. */
  private static final class Asked {
    static final RequestRecordings RECORDINGS = RequestRecordings.watched();
    static final EvidenceEvent EVIDENCE = new EvidenceEvent();
    static final PauseEvent PAUSE = new PauseEvent();
    static final SlowRequestEvent SLOW_REQUEST = new SlowRequestEvent();
  }

  private DiagnosisRecorder() {}

  /**
   * True if a recording of requests is running; otherwise no evidence is needed. The recording of
   * {@code JvmPauses} does not count.
   */
  public static boolean isRecording() {
    return IS_POSSIBLE && Asked.EVIDENCE.isEnabled() && Asked.RECORDINGS.areRunning();
  }

  /**
   * Writes an ended request without its pauses, which {@link #paused} writes once for all requests.
   */
  public static void ended(RequestEvidence evidence) {
    if (isRecording()) {
      for (Stint stint : evidence.stints()) {
        write(evidence, stint);
      }
      write(evidence);
    }
  }

  private static void write(RequestEvidence evidence) {
    var event = new EvidenceEvent();
    event.request = evidence.id();
    event.group = evidence.group();
    event.intendedNanos = evidence.intendedNanos();
    event.receivedNanos = evidence.receivedNanos();
    event.startNanos = evidence.startNanos();
    event.endNanos = evidence.endNanos();
    event.answeredNanos = evidence.answeredNanos();
    event.stints = evidence.stints().size();
    event.expectedCpuNanos = evidence.expectedCpuNanos();
    event.writtenNanos = System.nanoTime();
    event.commit();
  }

  private static void write(RequestEvidence evidence, Stint stint) {
    var event = new StintEvent();
    event.request = evidence.id();
    event.requestEndNanos = evidence.endNanos();
    event.threadId = stint.threadId();
    event.threadName = stint.threadName();
    event.fromNanos = stint.fromNanos();
    event.toNanos = stint.toNanos();
    event.cpuNanos = stint.cpuNanos();
    event.runDelayNanos = stint.runDelayNanos();
    event.minorFaults = stint.minorFaults();
    event.majorFaults = stint.majorFaults();
    event.voluntarySwitches = stint.voluntarySwitches();
    event.involuntarySwitches = stint.involuntarySwitches();
    event.chunks = stint.chunks();
    event.doubtful = stint.doubtful();
    event.cycles = stint.cycles();
    event.instructions = stint.instructions();
    event.phases = PhaseText.of(stint.phases());
    event.writtenNanos = System.nanoTime();
    event.commit();
  }

  /** Writes a pause of the process. */
  public static void paused(Pause pause) {
    if (IS_POSSIBLE && Asked.PAUSE.isEnabled() && Asked.RECORDINGS.areRunning()) {
      var event = new PauseEvent();
      event.fromNanos = pause.fromNanos();
      event.toNanos = pause.toNanos();
      event.kind = pause.kind().name();
      event.writtenNanos = System.nanoTime();
      event.commit();
    }
  }

  /** Writes a slow request. */
  public static void slow(Breakdown request, MainCause main) {
    if (IS_POSSIBLE && Asked.SLOW_REQUEST.isEnabled() && Asked.RECORDINGS.areRunning()) {
      var event = new SlowRequestEvent();
      event.request = request.id();
      event.group = request.group();
      event.mainCause = main.cause().title();
      event.secondCause = main.second().map(Cause::title).orElse("");
      event.sure = main.sure();
      event.latency = request.latencyNanos();
      event.excess = main.excessNanos();
      for (Cause cause : Cause.values()) {
        set(event, cause, request.nanos(cause));
      }
      event.writtenNanos = System.nanoTime();
      event.commit();
    }
  }

  private static void set(SlowRequestEvent event, Cause cause, long nanos) {
    switch (cause) {
      case NETWORK -> event.network = nanos;
      case ADMISSION -> event.admission = nanos;
      case HAND_OFF -> event.handOff = nanos;
      case RUN_QUEUE -> event.runQueue = nanos;
      case WORK -> event.work = nanos;
      case COLLECTOR -> event.collector = nanos;
      case SAFEPOINT -> event.safepoint = nanos;
      case BLOCKED -> event.blocked = nanos;
      case PAGE_FAULTS -> event.pageFaults = nanos;
      case STOPPED -> event.stopped = nanos;
      case INTERFERENCE -> event.interference = nanos;
      case REST -> event.rest = nanos;
    }
  }

  /**
   * Detects if a recording of requests is running. While any recording runs, the Flight Recorder
   * accepts all events. {@code JvmPauses} runs a recording of its own, which nobody reads for
   * requests. Thread-safe.
   */
  private static final class RequestRecordings implements FlightRecorderListener {
    /** A setting of the recordings of {@code JvmPauses} only. */
    private static final String OF_PAUSES = "curtail.Clock#enabled";

    private final AtomicLong changes = new AtomicLong();
    private volatile boolean running;

    private RequestRecordings() {}

    /** Returns an object that observes all recordings from now on. */
    static RequestRecordings watched() {
      var recordings = new RequestRecordings();
      FlightRecorder.addListener(recordings);
      return recordings;
    }

    boolean areRunning() {
      return running;
    }

    @Override
    public void recorderInitialized(FlightRecorder recorder) {
      look(recorder);
    }

    @Override
    public void recordingStateChanged(Recording recording) {
      look(FlightRecorder.getFlightRecorder());
    }

    /**
     * Checks all recordings without a lock, as the recorder has its own locks. Repeats after a
     * concurrent change.
     */
    private void look(FlightRecorder recorder) {
      long seen;
      changes.incrementAndGet();
      do {
        seen = changes.get();
        running = recorder.getRecordings().stream().anyMatch(RequestRecordings::isOfRequests);
      } while (seen != changes.get());
    }

    private static boolean isOfRequests(Recording recording) {
      return recording.getState() == RecordingState.RUNNING
          && !recording.getSettings().containsKey(OF_PAUSES);
    }
  }
}
