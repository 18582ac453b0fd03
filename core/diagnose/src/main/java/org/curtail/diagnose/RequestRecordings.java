package org.curtail.diagnose;

import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Detects whether a recording of requests is running. {@code JvmPauses} read a recording of their
 * own, and while any recording runs the Flight Recorder takes all events of all programs: but those
 * of requests would never be read there. Thread-safe.
 */
final class RequestRecordings implements FlightRecorderListener {
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
