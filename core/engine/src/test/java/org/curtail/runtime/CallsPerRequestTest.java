package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
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
 * Counts the files and methods of the engine that a request enters. The caller runs the request
 * sequentially, in four chunks. The method trace of the Flight Recorder counts, in a process of its
 * own, because it changes all traced classes.
 */
@EnabledForJreRange(min = JRE.JAVA_25, disabledReason = "older ones trace no methods")
class CallsPerRequestTest {
  private static final int CHUNKS = 4;
  private static final int MOST_FILES = 30;
  private static final int MOST_CALLS = 392;

  @TempDir Path folder;

  @Test
  void aSequentialRequestEntersFewFilesAndMethods() throws Exception {
    Path out = folder.resolve("out.txt");
    Process counting =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                CallsPerRequestTest.class.getName(),
                folder.resolve("trace.jfr").toString())
            .redirectOutput(out.toFile())
            .redirectErrorStream(true)
            .start();
    assertThat(counting.waitFor(300, TimeUnit.SECONDS)).isTrue();
    String said = Files.readString(out, StandardCharsets.UTF_8);
    System.out.print(said);
    assertThat(counting.exitValue()).as(said).isZero();
    String[] counts = said.strip().lines().toList().getLast().split(" ", -1);
    assertThat(Integer.parseInt(counts[0])).as(said).isBetween(10, MOST_FILES);
    assertThat(Integer.parseInt(counts[2])).as(said).isBetween(100, MOST_CALLS);
  }

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

  private static String file(RecordedMethod method) {
    String name = method.getType().getName();
    int nested = name.indexOf('$');
    return nested < 0 ? name : name.substring(0, nested);
  }

  private static List<RecordedMethod> trace(Path file) throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start();
        var recording = new Recording()) {
      curtail.run(new RecordedWork(CHUNKS, chunk -> {}));
      for (String own : List.of("Request", "DegreeChange", "Refused", "PolicyChange", "Load")) {
        recording.disable("curtail." + own);
      }
      recording
          .enable("jdk.MethodTrace")
          .with("filter", String.join(";", classes()))
          .withoutThreshold()
          .withoutStackTrace();
      recording.start();
      curtail.run(new RecordedWork(CHUNKS, chunk -> {}));
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

  public static void main(String[] args) throws Exception {
    List<RecordedMethod> calls = trace(Path.of(args[0]));
    var files = new HashSet<String>();
    calls.forEach(method -> files.add(file(method)));
    System.out.printf("%d files %d calls%n", files.size(), calls.size());
  }
}
