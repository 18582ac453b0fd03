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
import org.curtail.signals.Pause;
import org.curtail.signals.Stint;

/**
 * Writes requests to the JDK Flight Recorder: {@code curtail.RequestEvidence} and {@code
 * curtail.Stint} of all, {@code curtail.Pause}, and {@code curtail.SlowRequest} of the slow ones,
 * beside the JDK's own events. {@link DiagnosisRecording} reads them. Without a recording, or
 * without a Flight Recorder, a call does nothing and allocates nothing. Thread-safe.
 */
public final class DiagnosisRecorder {
  private static final boolean IS_POSSIBLE = ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  /** Only used to ask whether such events are wanted, which then takes no event of its own. */
  private static final class Asked {
    static final RequestRecordings RECORDINGS = RequestRecordings.watched();
    static final EvidenceEvent EVIDENCE = new EvidenceEvent();
    static final PauseEvent PAUSE = new PauseEvent();
    static final SlowRequestEvent SLOW_REQUEST = new SlowRequestEvent();
  }

  private DiagnosisRecorder() {}

  /**
   * True if a recording takes ended requests; otherwise their evidence is not needed. The recording
   * that {@code JvmPauses} reads does not.
   */
  public static boolean isRecording() {
    return IS_POSSIBLE && Asked.EVIDENCE.isEnabled() && Asked.RECORDINGS.areRunning();
  }

  /**
   * Writes a request that has ended, without its pauses: these are written once for the process.
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
   * Detects whether a recording of requests is running. {@code JvmPauses} read a recording of their
   * own, and while any recording runs the Flight Recorder takes all events of all programs: but
   * those of requests would never be read there. Thread-safe.
   */
  private static final class RequestRecordings implements FlightRecorderListener {
    /** A setting that only recordings of pauses have. */
    private static final String OF_PAUSES = "curtail.Clock#enabled";

    private final AtomicLong changes = new AtomicLong();
    private volatile boolean running;

    private RequestRecordings() {}

    /** Creates an object that watches recordings from now on. */
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

    /** Looks without a lock, since the recorder has locks of its own; repeats after a change. */
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
