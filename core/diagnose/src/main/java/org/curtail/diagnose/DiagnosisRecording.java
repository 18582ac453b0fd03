package org.curtail.diagnose;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * The requests in a recording of the JDK Flight Recorder, from the events of {@link
 * DiagnosisRecorder} and of the JDK. JDK events give samples of code and the machine's load. If no
 * pauses were recorded, JDK events also give collections and safepoints. Immutable.
 *
 * @param requests requests in order of their ends, each with the pauses around it
 * @param code samples of code in order of time
 * @param othersShare mean share of the machine's CPU time that other processes used, 0 to 1; empty
 *     without readings
 */
public record DiagnosisRecording(
    List<RequestEvidence> requests, List<CodeSample> code, OptionalDouble othersShare) {
  public DiagnosisRecording {
    requests = List.copyOf(requests);
    code = List.copyOf(code);
  }

  /**
   * Reads a recording.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if the file is not a recording, or has no request
   */
  public static DiagnosisRecording read(Path file) throws IOException {
    Files.newByteChannel(file).close();
    var reader = new RecordingReader();
    try {
      reader.read(file);
    } catch (FileSystemException e) {
      throw e;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "%s is not a whole recording of the Flight Recorder: %s".formatted(file, e.getMessage()),
          e);
    }
    DiagnosisRecording recording = reader.recording();
    if (recording.requests().isEmpty()) {
      throw new IllegalArgumentException(
          "%s holds no event curtail.RequestEvidence: expected a recording of a service that"
                  .formatted(file)
              + " reports its requests to DiagnosisRecorder");
    }
    return recording;
  }
}
