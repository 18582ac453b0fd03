package org.curtail.app.diagnose;

import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalDouble;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/** How much of the machine others took while a service was recorded. */
final class RecordedLoad {
  private static final String EVENT = "jdk.CPULoad";

  private RecordedLoad() {}

  /**
   * Share of the machine's CPU time that others than the JVM took, 0 to 1, on average over the
   * JDK's own readings, one a second; empty if there are none.
   */
  static OptionalDouble ofOthers(Path file) throws IOException {
    double sum = 0;
    int count = 0;
    try (var recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        RecordedEvent event = recording.readEvent();
        if (event.getEventType().getName().equals(EVENT)) {
          float jvm = event.getFloat("jvmUser") + event.getFloat("jvmSystem");
          sum += Math.clamp(event.getFloat("machineTotal") - jvm, 0, 1);
          count++;
        }
      }
    }
    return count == 0 ? OptionalDouble.empty() : OptionalDouble.of(sum / count);
  }
}
