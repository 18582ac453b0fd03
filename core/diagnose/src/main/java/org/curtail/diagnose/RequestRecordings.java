package org.curtail.diagnose;

import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.FlightRecorder;
import jdk.jfr.FlightRecorderListener;
import jdk.jfr.Recording;
import jdk.jfr.RecordingState;

/**
 * Whether a recording is running that is to tell of requests. {@code JvmPauses} read a recording of
 * their own, and while any recording runs the Flight Recorder takes all events of all programs: but
 * nobody would ever read those of requests there. Safe for all threads.
 */
final class RequestRecordings implements FlightRecorderListener {
  /** What a recording for pauses says that it takes, and no other one does. */
  private static final String OF_PAUSES = "curtail.Clock#enabled";

  private final AtomicLong changes = new AtomicLong();
  private volatile boolean running;

  private RequestRecordings() {}

  /** Knows from now on. */
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

  /** Without a lock, since the recorder has locks of its own: who is overtaken looks again. */
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
