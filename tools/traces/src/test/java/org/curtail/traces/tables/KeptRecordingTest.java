package org.curtail.traces.tables;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.read.SpanFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Several threads import the same recording at the same time. */
@Timeout(300)
class KeptRecordingTest {
  @TempDir private Path folder;
  private KeptRecording kept = new KeptRecording(Path.of(""));
  private List<SpanFile> files = List.of();

  @BeforeEach
  void writeInput() throws IOException {
    Path input = Files.writeString(folder.resolve("spans.csv"), "as large as it is\n");
    kept = KeptRecording.of(input);
    files = List.of(new SpanFile(input, false));
  }

  private static Contents contents(long spans) {
    return new Contents(1, spans, new DamageCounts(), List.of(), TimeUnit.NANOSECONDS);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Starts an import on another thread; it ends in the given way once another import waits for it.
   */
  private Future<Contents> making(
      ExecutorService others, CountDownLatch isWaiting, Supplier<Contents> end)
      throws InterruptedException {
    var isMaking = new CountDownLatch(1);
    Future<Contents> made =
        others.submit(() ->
            kept.make(
                files,
                () -> {},
                partial -> {
                  isMaking.countDown();
                  await(isWaiting);
                  return end.get();
                }));
    isMaking.await();
    return made;
  }

  private void assertNothingElseIsLeft() throws IOException {
    try (Stream<Path> all = Files.list(folder)) {
      assertThat(all.map(path -> path.getFileName().toString()))
          .containsExactlyInAnyOrder("spans.csv", "spans.csv.curtail");
    }
  }

  @Test
  void secondImportWaitsForTheFirstAndUsesIt() throws Exception {
    var isWaiting = new CountDownLatch(1);
    try (ExecutorService others = Executors.newSingleThreadExecutor()) {
      Future<Contents> first = making(others, isWaiting, () -> contents(7));
      Contents second =
          kept.make(
              files,
              isWaiting::countDown,
              partial -> {
                throw new AssertionError("read a second time");
              });
      assertThat(second.spans()).isEqualTo(7);
      assertThat(first.get().spans()).isEqualTo(7);
    }
    assertNothingElseIsLeft();
  }

  @Test
  void manyImportsAtOnceGiveOneRecording() throws Exception {
    var at = new AtomicInteger();
    var most = new AtomicInteger();
    try (ExecutorService all = Executors.newFixedThreadPool(4)) {
      List<Future<Contents>> made =
          Stream.generate(() ->
                  all.submit(() ->
                      kept.make(
                          files,
                          () -> {},
                          partial -> {
                            most.accumulateAndGet(at.incrementAndGet(), Math::max);
                            Files.writeString(partial.spans().resolve("data_0.parquet"), "whole");
                            at.decrementAndGet();
                            return contents(3);
                          })))
              .limit(4)
              .toList();
      for (Future<Contents> each : made) {
        assertThat(each.get().spans()).isEqualTo(3);
      }
    }
    assertThat(most.get()).isEqualTo(1);
    assertThat(kept.spans().resolve("data_0.parquet")).hasContent("whole");
    assertNothingElseIsLeft();
  }

  @Test
  void secondImportRunsIfTheFirstFails() throws Exception {
    var isWaiting = new CountDownLatch(1);
    try (ExecutorService others = Executors.newSingleThreadExecutor()) {
      Future<Contents> first =
          making(
              others,
              isWaiting,
              () -> {
                throw new UsageError("no recording");
              });
      assertThat(kept.make(files, isWaiting::countDown, partial -> contents(5)).spans())
          .isEqualTo(5);
      assertThatThrownBy(first::get).hasCauseInstanceOf(UsageError.class);
    }
    assertThat(kept.contents(files).orElseThrow().spans()).isEqualTo(5);
    assertNothingElseIsLeft();
  }

  @Test
  void deadProcessIsNotAwaitedAndItsLeftoversAreRemoved() throws Exception {
    Process other =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                EndlessImport.class.getName(),
                files.getFirst().path().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (var said = new BufferedReader(new InputStreamReader(other.getInputStream(), UTF_8))) {
      assertThat(said.readLine()).isEqualTo("making");
      // It is killed as soon as another import waits for it.
      Contents contents = kept.make(files, other::destroyForcibly, partial -> contents(4));
      assertThat(contents.spans()).isEqualTo(4);
      assertThat(other.waitFor()).isNotZero();
    } finally {
      other.destroyForcibly();
    }
    assertNothingElseIsLeft();
  }

  private Contents makeAnew() {
    return kept.make(files, () -> {}, partial -> contents(6));
  }

  /** Every file below the folder and its contents. */
  private Map<String, String> all() throws IOException {
    Map<String, String> found = new TreeMap<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        found.put(folder.relativize(file).toString(), Files.readString(file));
      }
    }
    return found;
  }

  private void assertRefused(String reason) throws IOException {
    Map<String, String> before = all();
    assertThatThrownBy(() ->
            kept.make(
                files,
                () -> {},
                partial -> {
                  throw new AssertionError("read for nothing");
                }))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining(kept.folder().toString())
        .hasMessageContaining(reason);
    assertThat(all()).isEqualTo(before);
  }

  @Test
  void foreignFolderIsNotReplaced() throws IOException {
    Path notes = Files.createDirectories(kept.folder()).resolve("notes.txt");
    Files.writeString(notes, "a year's work");
    assertRefused("notes.txt does not belong to one");
    Files.delete(notes);
    assertRefused("no recording.json");
    Files.writeString(kept.folder().resolve("recording.json"), "{\"name\": \"of a tape\"}");
    assertRefused("no recording.json that can be read");
    Files.writeString(kept.folder().resolve("recording.json"), "{ half");
    assertRefused("no recording.json that can be read");
  }

  @Test
  void foreignFileIsNotReplaced() throws IOException {
    Files.writeString(kept.folder(), "of another program");
    assertRefused("found a file");
  }

  @Test
  void keptRecordingWithoutForeignFilesIsReplaced() throws IOException {
    makeAnew();
    Path part = Files.writeString(kept.spans().resolve("part-000-00000.parquet"), "spans");
    assertThat(makeAnew().spans()).isEqualTo(6);
    assertThat(part).doesNotExist();
    assertNothingElseIsLeft();
    Files.writeString(kept.spans().resolve("notes.txt"), "a year's work");
    assertRefused("notes.txt does not belong to one");
  }

  @Test
  void fileAddedDuringTheImportIsNotReplaced() throws IOException {
    assertThatThrownBy(() ->
            kept.make(
                files,
                () -> {},
                partial -> {
                  Files.writeString(
                      Files.createDirectories(kept.folder()).resolve("notes.txt"), "new");
                  return contents(6);
                }))
        .isInstanceOf(UsageError.class);
    assertThat(kept.folder().resolve("notes.txt")).hasContent("new");
    assertNothingElseIsLeft();
  }

  @Test
  void otherHiddenFolderIsNotALeftover() throws IOException {
    Path ofAnother =
        Files.createDirectories(folder.resolve(".spans.csv.curtail.x.partial.curtail"));
    Path leftover =
        Files.createDirectories(
            folder.resolve(".spans.csv.curtail." + UUID.randomUUID() + ".partial.curtail"));
    makeAnew();
    assertThat(ofAnother).exists();
    assertThat(leftover).doesNotExist();
  }

  /** A program whose import never ends. */
  static final class EndlessImport {
    private EndlessImport() {}

    public static void main(String[] arguments) {
      Path input = Path.of(arguments[0]);
      KeptRecording.of(input)
          .make(
              List.of(new SpanFile(input, false)),
              () -> {},
              partial -> {
                System.out.println("making");
                await(new CountDownLatch(1));
                return contents(1);
              });
    }
  }
}
