package org.curtail.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.cli.Terminal.assertDone;
import static org.curtail.cli.Terminal.curtail;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that are made to break a reader: every reader says in one sentence what is wrong. */
@Timeout(300)
class HostileFilesTest {
  @TempDir static Path shared;
  private static Path index;

  @TempDir Path folder;

  @BeforeAll
  static void prepare() throws IOException {
    index = shared.resolve("index");
    Path text = SmallText.write(shared.resolve("text.jsonl"), 50);
    assertThat(curtail("index", text, "--out", index).exitCode()).isZero();
  }

  private Terminal report(Path file) {
    return curtail("report", file, "--out", folder.resolve("out.html"));
  }

  private Terminal simulate(Path file) {
    return curtail("simulate", "--profile", file);
  }

  private Terminal table(Path file) {
    return curtail("simulate", "--profile", "few-to-many-lucene", "--table", file);
  }

  private Terminal arrivals(Path file) {
    return curtail("simulate", "--profile", "few-to-many-lucene", "--arrivals", file);
  }

  private Terminal index(Path file, Object... more) {
    var words = new ArrayList<Object>(List.of("index", file));
    words.addAll(List.of("--out", folder.resolve("out"), "--overwrite"));
    words.addAll(List.of(more));
    return curtail(words.toArray());
  }

  private Terminal queries(Path file) {
    return curtail(
        "profile",
        "--index",
        index,
        "--queries",
        file,
        "--out",
        folder.resolve("out.json"),
        "--runs",
        1,
        "--warm-up",
        0,
        "--cost-runs",
        0,
        "--max-degree",
        1);
  }

  private Terminal demo(Path file) throws IOException {
    Path home = Files.createDirectories(folder.resolve("demo"));
    Files.copy(file, home.resolve("demo.json"), StandardCopyOption.REPLACE_EXISTING);
    return curtail("demo", "--out", home);
  }

  private static void assertRefused(Terminal run, Path file, String... parts) {
    assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
    assertThat(run.complaint()).contains(file.getFileName().toString());
    assertThat(List.of(parts)).allSatisfy(part -> assertThat(run.complaint()).contains(part));
    assertThat(run.complaint()).hasSizeLessThan(600);
    assertThat(run.err())
        .doesNotContain(
            "\tat ", "Exception", "Error", "because", "StreamRead", "[Source", "com.fasterxml");
  }

  private Path file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text);
  }

  private Path gzip(String name, String part, int times) throws IOException {
    Path file = folder.resolve(name);
    byte[] bytes = part.repeat(1 << 16).getBytes(StandardCharsets.UTF_8);
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < times; i++) {
        out.write(bytes);
      }
    }
    return file;
  }

  @Test
  void aResultsFileOfMillionsOfListsIsRefusedBeforeItFillsTheHeap() throws IOException {
    Path file = folder.resolve("lists.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"format\":\"curtail-results/1\",\"kind\":\"bench\",\n\"junk\":[");
      String thousand = "[],".repeat(1000);
      for (int i = 0; i < 5000; i++) {
        out.write(thousand);
      }
      out.write("[]]}");
    }
    assertRefused(
        report(file), file, ":2: junk[2999996]: expected at most 3,000,000 values in a file");
  }

  @Test
  void aTextOrNameOrNumberWithoutEndIsRefusedByEveryReaderOfJson() throws IOException {
    Path text =
        file("text.json", "{\"format\":\n\"curtail-results/1" + "x".repeat(20_100_000) + "\"}");
    assertRefused(report(text), text, ":2:", "a text has more than 1,000,000 characters");
    assertRefused(simulate(text), text, "line 2", "at most 1,000,000 characters");
    assertRefused(table(text), text, "line 2", "at most 1,000,000 characters");
    assertRefused(demo(text), Path.of("demo.json"), "a text has more than 1,000,000 characters");
    Path name = file("name.json", "{\n\"" + "n".repeat(60_000) + "\":1}");
    assertRefused(report(name), name, ":2:", "name of a field has more than 1,000 characters");
    assertRefused(simulate(name), name, "line 2", "field name of at most 1,000 characters");
    assertRefused(table(name), name, "line 2", "field name of at most 1,000 characters");
    assertRefused(demo(name), Path.of("demo.json"), "name of a field");
    assertRefused(index(name), name, ":1:", "the text ends too early");
    Path line = file("name.jsonl", "{\"" + "n".repeat(60_000) + "\":1}");
    assertRefused(index(line), line, ":1:", "name of a field has more than 1,000 characters");
    assertRefused(queries(line), line, ":1:", "name of a field has more than 1,000 characters");
    Path number = file("number.jsonl", "{\"id\":" + "9".repeat(60_000) + ",\"body\":\"b\"}");
    assertRefused(index(number), number, ":1:", "a number has more than 1,000 characters");
    assertRefused(report(number), number, ":1:", "a number has more than 1,000 characters");
  }

  @Test
  void bracketsWithinBracketsNeverOverflowTheStack() throws IOException {
    Path lists = file("lists.jsonl", "[".repeat(1_000_000));
    Path objects = file("objects.jsonl", "{\"a\":".repeat(1_000_000));
    for (Path file : List.of(lists, objects)) {
      assertRefused(report(file), file, ":1: ", "more than 100 objects and lists stand within");
      assertRefused(simulate(file), file, "line 1");
      assertRefused(table(file), file, "line 1");
      assertRefused(index(file), file, ":1: ");
      assertRefused(queries(file), file, ":1: ");
      assertRefused(demo(file), Path.of("demo.json"));
    }
  }

  @Test
  void whatIsNoTextAtAllIsRefusedByEveryReader() throws IOException {
    byte[] noise = new byte[100_000];
    new SplittableRandom(1).nextBytes(noise);
    Path binary = Files.write(folder.resolve("binary"), noise);
    Path zeros = Files.write(folder.resolve("zeros"), new byte[100_000]);
    Path latin = Files.write(folder.resolve("latin"), new byte[] {'{', '"', (byte) 0xE9, '"', '}'});
    Path empty = file("empty", "");
    Path blank = file("blank", "\n \n");
    Path nothing = file("null", "null");
    Path missing = folder.resolve("missing");
    Path directory = Files.createDirectory(folder.resolve("directory"));
    for (Path file : List.of(binary, zeros, latin, empty, blank, nothing, missing, directory)) {
      List<Function<Path, Terminal>> readers =
          List.of(this::report, this::simulate, this::table, this::arrivals);
      for (Function<Path, Terminal> reader : readers) {
        assertRefused(reader.apply(file), file);
      }
      if (!file.equals(nothing)) {
        assertRefused(queries(file), file);
      }
      if (!file.equals(directory)) {
        assertRefused(index(file), file);
      }
      if (!file.equals(directory) && !file.equals(missing)) {
        assertRefused(demo(file), Path.of("demo.json"));
      }
    }
  }

  @Test
  void aFileThatIsNamedGzipAndIsNotOrIsCutShortIsRefused() throws IOException {
    Path plain = file("plain.gz", "{\"id\":\"1\",\"body\":\"b\"}");
    Path whole = gzip("whole.jsonl.gz", "{\"id\":\"1\",\"body\":\"word\"}\n", 1);
    byte[] bytes = Files.readAllBytes(whole);
    Path cut = Files.write(folder.resolve("cut.gz"), Arrays.copyOf(bytes, bytes.length / 2));
    for (Path file : List.of(plain, cut)) {
      assertRefused(index(file), file, "gzip");
      assertRefused(queries(file), file, "gzip");
      assertRefused(arrivals(file), file);
    }
  }

  @Test
  void aLineWithoutEndInASmallGzipFileIsRefusedOrSkipped() throws IOException {
    Path line = gzip("line.jsonl.gz", "x", 1100);
    String longer = ":1: expected a line of at most 64 MiB, found a longer one";
    assertRefused(index(line), line, longer);
    assertRefused(queries(line), line, longer);
    assertRefused(arrivals(line), line, ":1: expected a time in milliseconds, found a line of");
    Path good = file("good.jsonl", "{\"id\":\"1\",\"body\":\"word\"}");
    Terminal skipping =
        curtail("index", line, good, "--skip-bad", "--out", folder.resolve("skipping"));
    assertDone(skipping);
    assertThat(skipping.err()).contains("1 broken lines or files skipped").contains(longer);
  }

  @Test
  void aQueryOfMillionsOfWordsIsRefusedInAShortSentence() throws IOException {
    Path words = file("words.tsv", "a b ".repeat(2_000_000));
    assertRefused(
        queries(words),
        words,
        ":1: expected a query of at most 100,000 characters, found 7,999,999");
    Path signs = file("signs.tsv", "!? ".repeat(30_000));
    assertRefused(queries(signs), signs, ":1: expected words, found none in: !? !? !?");
  }

  @Test
  void anIdThatNoIndexCanHoldIsRefusedOrSkipped() throws IOException {
    Path file =
        file(
            "id.jsonl",
            "{\"id\":\"%s\",\"body\":\"word\"}\n{\"id\":\"2\",\"body\":\"word\"}\n"
                .formatted("i".repeat(40_000)));
    assertRefused(index(file), file, ":1: ", "id", "at most 1,000 characters, found 40,000");
    Terminal skipping = index(file, "--skip-bad");
    assertDone(skipping);
  }

  @Test
  @Tag("long")
  void moreQueriesThanMemoryHasRoomForInASmallGzipFileAreRefused() throws IOException {
    Path lines = gzip("lines.tsv.gz", "abx\n", 200);
    assertRefused(queries(lines), lines, "at most 10,000,000 queries, found more");
  }
}
