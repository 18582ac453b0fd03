package org.curtail.cli.documents;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DocumentSourceTest {
  private static final String TWO_LINES =
      """
      {"id": "1", "title": "One", "body": "first \\u00e9 text"}

      {"body": "second text", "more": {"a": [1]}, "id": 2}
      """;

  @TempDir private Path folder;

  @Test
  void jsonLinesGiveDocumentsInOrderAndTheTitleIsOptional() throws IOException {
    assertThat(documents(write("a.jsonl", TWO_LINES)))
        .containsExactly(
            new Document("1", "One", "first é text"), new Document("2", "", "second text"));
  }

  @Test
  void gzipGivesTheSameDocuments() throws IOException {
    assertThat(documents(write("a.jsonl.gz", gzip(TWO_LINES))))
        .isEqualTo(documents(write("a.jsonl", TWO_LINES)));
  }

  @Test
  void windowsLineEndsAndAByteOrderMarkAreNoPartOfTheText() throws IOException {
    Path file = write("a.jsonl", "\uFEFF" + TWO_LINES.replace("\n", "\r\n"));
    assertThat(documents(file)).hasSize(2);
  }

  @Test
  void aLastLineWithoutLineEndCounts() throws IOException {
    assertThat(documents(write("a.jsonl", TWO_LINES.strip()))).hasSize(2);
  }

  @Test
  void linesLongerThanTheBufferAreWhole() throws IOException {
    String body = "word ".repeat(50_000);
    Path file = write("a.jsonl", "{\"id\":\"1\",\"body\":\"%s\"}\n".formatted(body) + TWO_LINES);
    assertThat(documents(file).getFirst().body()).isEqualTo(body);
    assertThat(documents(file)).hasSize(3);
  }

  @Test
  void aBrokenLineIsReportedWithFileAndLine() throws IOException {
    Path file = write("a.jsonl", TWO_LINES + "{\"id\": \"3\", \"body\": \"cut of\n");
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ":4: expected a JSON object, found broken JSON");
  }

  @Test
  void aLineThatIsNoObjectSaysWhatItIs() throws IOException {
    Path file = write("a.jsonl", "[1, 2]\n");
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ":1: expected a JSON object, found an array");
  }

  @Test
  void aMissingBodyIsReportedWithTheFieldsThatAreThere() throws IOException {
    Path file = write("a.jsonl", "{\"id\": \"1\", \"title\": \"x\", \"text\": \"y\"}\n");
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ":1: expected the fields \"id\" and \"body\", found \"id\", \"title\"");
  }

  @Test
  void aBodyThatIsNoTextIsReported() throws IOException {
    Path file = write("a.jsonl", "{\"id\": \"1\", \"body\": null}\n");
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessage(file + ":1: field \"body\": expected text, found null");
  }

  @Test
  void bytesThatAreNotUtf8AreABrokenLine() throws IOException {
    byte[] latin =
        "{\"id\": \"1\", \"body\": \"caf\u00e9 au lait\"}\n".getBytes(StandardCharsets.ISO_8859_1);
    Path file = write("a.jsonl", latin);
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ":1: expected");
  }

  @Test
  void skippedLinesAreCountedAndTheFirstFewListed() throws IOException {
    Path file = write("a.jsonl", "broken\n".repeat(5) + TWO_LINES);
    var read = new ArrayList<Document>();
    Skipped skipped = new DocumentSource(List.of(file), true).read(read::add);
    assertThat(read).hasSize(2);
    assertThat(skipped.broken()).isEqualTo(5);
    assertThat(skipped.firstBroken()).hasSize(3);
    assertThat(skipped.firstBroken().getFirst()).startsWith(file + ":1: ");
  }

  @Test
  void truncatedGzipIsReportedEvenIfBrokenLinesAreSkipped() throws IOException {
    byte[] whole = gzip(TWO_LINES.repeat(500));
    Path file = write("a.jsonl.gz", Arrays.copyOf(whole, whole.length - 40));
    assertThatThrownBy(() -> new DocumentSource(List.of(file), true).read(document -> true))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ": truncated");
  }

  @Test
  void aGzNameWithoutGzipInsideIsReported() throws IOException {
    Path file = write("a.jsonl.gz", TWO_LINES);
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ": expected gzip");
  }

  @Test
  void aMissingPathIsReported() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> documents(missing))
        .isInstanceOf(UsageError.class)
        .hasMessage(missing + ": no such file or folder");
  }

  @Test
  void inputWithoutDocumentsIsReported() throws IOException {
    Path file = write("a.jsonl", "\n\n");
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ": expected documents, found none");
  }

  @Test
  void aZipGivesItsTextFilesAndCountsTheOthers() throws IOException {
    Path file = write("a.zip", zip("java/A.java", "class A", "pic.bin", "a\0b"));
    var read = new ArrayList<Document>();
    Skipped skipped = new DocumentSource(List.of(file), false).read(read::add);
    assertThat(read).containsExactly(Document.file("java/A.java", "class A"));
    assertThat(skipped.binaryFiles()).isEqualTo(1);
  }

  @Test
  void aTruncatedZipIsReported() throws IOException {
    byte[] whole = zip("A.java", "class A");
    Path file = write("a.jar", Arrays.copyOf(whole, whole.length - 30));
    assertThatThrownBy(() -> documents(file))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(file + ": expected a whole zip file");
  }

  @Test
  void aFolderGivesItsTextFilesByNameAndBelow() throws IOException {
    Files.createDirectories(folder.resolve("b/c"));
    write("b/c/z.txt", "deep");
    write("b/a.txt", "a");
    write("a.txt", "top");
    write(".hidden", "hidden");
    write("x.bin", "\0");
    var read = new ArrayList<Document>();
    Skipped skipped = new DocumentSource(List.of(folder), false).read(read::add);
    assertThat(read).extracting(Document::id).containsExactly("a.txt", "b/a.txt", "b/c/z.txt");
    assertThat(skipped.binaryFiles()).isEqualTo(1);
  }

  @Test
  void aFolderWithJsonLinesGivesTheseInNameOrder() throws IOException {
    write("2.jsonl", "{\"id\":\"b\",\"body\":\"x\"}");
    write("1.jsonl.gz", gzip("{\"id\":\"a\",\"body\":\"x\"}"));
    write("notes.txt", "not read");
    assertThat(documents(folder)).extracting(Document::id).containsExactly("a", "b");
  }

  @Test
  void severalPathsAreReadInTheirOrderAndReadingStopsWhenNoMoreAreWanted() throws IOException {
    Path second = write("b.jsonl", "{\"id\":\"b\",\"body\":\"x\"}");
    Path first = write("a.jsonl", TWO_LINES);
    var read = new ArrayList<Document>();
    new DocumentSource(List.of(second, first), false)
        .read(document -> {
          read.add(document);
          return read.size() < 2;
        });
    assertThat(read).extracting(Document::id).containsExactly("b", "1");
  }

  private static List<Document> documents(Path path) throws IOException {
    var read = new ArrayList<Document>();
    new DocumentSource(List.of(path), false).read(read::add);
    return read;
  }

  private Path write(String name, String text) throws IOException {
    return write(name, text.getBytes(StandardCharsets.UTF_8));
  }

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static byte[] gzip(String text) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var gzip = new GZIPOutputStream(bytes)) {
      gzip.write(text.getBytes(StandardCharsets.UTF_8));
    }
    return bytes.toByteArray();
  }

  private static byte[] zip(String... namesAndTexts) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var zip = new ZipOutputStream(bytes)) {
      for (int i = 0; i < namesAndTexts.length; i += 2) {
        zip.putNextEntry(new ZipEntry(namesAndTexts[i]));
        zip.write(namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    }
    return bytes.toByteArray();
  }
}
