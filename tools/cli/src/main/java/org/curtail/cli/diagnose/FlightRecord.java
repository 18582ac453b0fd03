package org.curtail.cli.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.List;
import java.util.Optional;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.curtail.benchkit.terminal.OutputFile;
import org.curtail.diagnose.DiagnosisRecorder;
import org.curtail.diagnose.DiagnosisRecording;
import org.jspecify.annotations.Nullable;

/** A recording of the Flight Recorder beside a live run, if the user wants one. */
final class FlightRecord implements AutoCloseable {
  private static final List<String> EVENTS =
      List.of("curtail.RequestEvidence", "curtail.Stint", "curtail.Pause", "curtail.SlowRequest");

  private final @Nullable Path file;
  private final @Nullable Recording recording;

  /**
   * Begins to record.
   *
   * @param file output at the end; null for no recording
   */
  FlightRecord(@Nullable Path file) throws IOException {
    this.file = file;
    if (file == null) {
      recording = null;
      return;
    }
    try {
      recording = new Recording(Configuration.getConfiguration("profile"));
    } catch (ParseException e) {
      throw new IOException("the JDK's own settings of the Flight Recorder cannot be read", e);
    }
    EVENTS.forEach(recording::enable);
    recording.start();
  }

  /**
   * Reports slow requests to the Flight Recorder, ends the recording, and reads the methods in slow
   * requests.
   */
  Optional<HotFrames> write(ObservedRequests watched) throws IOException {
    if (recording == null || file == null) {
      return Optional.empty();
    }
    watched
        .diagnosis()
        .requests()
        .forEach(request ->
            watched
                .diagnosis()
                .mainCause(request)
                .ifPresent(main -> DiagnosisRecorder.slow(request, main)));
    recording.stop();
    OutputFile.replace(file, recording::dump);
    return Optional.of(HotFrames.of(DiagnosisRecording.read(file), ObservedRequests.SLOWEST_SHARE));
  }

  @Override
  public void close() {
    if (recording != null) {
      recording.close();
    }
  }
}
