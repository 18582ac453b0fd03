package org.curtail.runtime;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordingFile;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many of the engine's files and methods a request enters: one that its caller runs
 * sequentially, of four chunks. Counted by the method trace of the Flight Recorder.
 */
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "older ones trace no methods")
class CallsPerRequestTest {
  private static final int CHUNKS = 4;
  private static final int MOST_FILES = 38;
  private static final int MOST_CALLS = 400;

  @TempDir Path folder;

  /** All classes of the engine, as they were compiled. */
  private static List<String> classes() throws Exception {
    Path root = Path.of(Curtail.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(root::relativize)
          .map(Path::toString)
          .filter(file -> file.endsWith(".class") && file.contains("curtail"))
          .map(file -> file.substring(0, file.length() - ".class".length()).replace('/', '.'))
          .toList();
    }
  }

  private static SharedWork<?, Integer> work() {
    return new RecordedWork(CHUNKS, chunk -> {});
  }

  private static String file(RecordedMethod method) {
    String name = method.getType().getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private List<RecordedMethod> trace(String filter) throws Exception {
    Path file = folder.resolve("trace.jfr");
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start();
        var recording = new Recording()) {
      curtail.run(work());
      for (String own : List.of("Request", "DegreeChange", "Refused", "PolicyChange", "Load")) {
        recording.disable("curtail." + own);
      }
      recording
          .enable("jdk.MethodTrace")
          .with("filter", filter)
          .withoutThreshold()
          .withoutStackTrace();
      recording.start();
      curtail.run(work());
      recording.stop();
      recording.dump(file);
    }
    var methods = new ArrayList<RecordedMethod>();
    long thread = Thread.currentThread().threadId();
    RecordingFile.readAllEvents(file).stream()
        .filter(event -> event.getEventType().getName().equals("jdk.MethodTrace"))
        .filter(event -> event.getThread().getJavaThreadId() == thread)
        .forEach(event -> methods.add(event.getValue("method")));
    return methods;
  }

  @Test
  void aSequentialRequestEntersFewFilesAndMethods() throws Exception {
    List<RecordedMethod> calls = trace(String.join(";", classes()));
    Map<String, Long> byFile =
        calls.stream().collect(groupingBy(CallsPerRequestTest::file, TreeMap::new, counting()));
    assertThat(byFile).as("files").hasSizeLessThanOrEqualTo(MOST_FILES);
    assertThat(calls).as("calls").hasSizeBetween(CHUNKS, MOST_CALLS);
  }
}
