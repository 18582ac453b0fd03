package org.curtail.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * What a recording of the Flight Recorder tells of requests.
 *
 * @param requests in order of their end
 * @param code what threads were at
 */
public record DiagnosisRecording(List<RequestEvidence> requests, List<CodeSample> code) {
  /**
   * Reads a recording.
   *
   * @throws IOException if the file cannot be read
   * @throws IllegalArgumentException if it is no recording, or holds no request
   */
  public static DiagnosisRecording read(Path file) throws IOException {
    throw new UnsupportedOperationException();
  }
}
