package org.curtail.cli.lucene;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.store.FSDirectory;
import org.curtail.benchkit.terminal.UsageError;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class OpenIndexTest {
  @TempDir private Path folder;

  @Test
  void anIndexOfSomeoneElseOpensAndSaysNothingAboutItsAnalysis() throws IOException {
    writeForeignIndex(1);
    try (OpenIndex index = OpenIndex.open(folder)) {
      assertThat(index.analysis()).isEmpty();
      assertThat(TextFields.of(index.reader())).containsExactly("abstract", "content");
    }
  }

  @Test
  void fieldsThatDoNotExistAreReportedWithThoseThatDo() throws IOException {
    writeForeignIndex(1);
    try (OpenIndex index = OpenIndex.open(folder)) {
      assertThat(TextFields.choose(index.reader(), List.of("content"))).containsExactly("content");
      assertThatThrownBy(() -> TextFields.choose(index.reader(), List.of("content", "url")))
          .isInstanceOf(UsageError.class)
          .hasMessage(
              "--fields: expected text fields of the index (abstract, content), found 'url'");
    }
  }

  @Test
  void aMissingFolderIsReported() {
    Path missing = folder.resolve("missing");
    assertThatThrownBy(() -> OpenIndex.open(missing))
        .isInstanceOf(UsageError.class)
        .hasMessage(missing + ": expected the folder of a Lucene index, found nothing");
  }

  @Test
  void aFolderWithoutIndexIsReported() {
    assertThatThrownBy(() -> OpenIndex.open(folder))
        .isInstanceOf(UsageError.class)
        .hasMessage(folder + ": expected a Lucene index, found a folder without segments file");
  }

  @Test
  void anEmptyIndexIsReported() throws IOException {
    writeForeignIndex(0);
    assertThatThrownBy(() -> OpenIndex.open(folder))
        .isInstanceOf(UsageError.class)
        .hasMessageEndingWith("found an empty one");
  }

  @Test
  void aTruncatedFileIsReported() throws IOException {
    writeForeignIndex(50);
    for (Path file : files()) {
      if (!file.toString().endsWith("write.lock")) {
        byte[] whole = Files.readAllBytes(file);
        try (var open = new RandomAccessFile(file.toFile(), "rw")) {
          open.setLength(whole.length / 2);
        }
        assertThatThrownBy(() -> OpenIndex.open(folder))
            .as(file.toString())
            .isInstanceOf(UsageError.class)
            .hasMessageStartingWith(folder.toString())
            .hasMessageContaining("damaged");
        Files.write(file, whole);
      }
    }
  }

  @Test
  void aMissingFileIsReported() throws IOException {
    writeForeignIndex(50);
    for (Path file : files()) {
      if (file.toString().endsWith(".cfs")) {
        Files.delete(file);
      }
    }
    assertThatThrownBy(() -> OpenIndex.open(folder))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(folder + ": the index is damaged: no such file: ");
  }

  @Test
  void anIndexOfAnotherMajorVersionIsReported() throws IOException {
    writeForeignIndex(1);
    for (Path file : files()) {
      if (String.valueOf(file.getFileName()).startsWith("segments_")) {
        byte[] segments = Files.readAllBytes(file);
        // Header: magic, name "segments" with its length, version of the format.
        int version = 4 + 1 + "segments".length();
        segments[version + 3] = 99;
        Files.write(file, segments);
      }
    }
    assertThatThrownBy(() -> OpenIndex.open(folder))
        .isInstanceOf(UsageError.class)
        .hasMessageStartingWith(
            folder + ": expected an index of Lucene 9 or 10, found one made by a newer version");
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private void writeForeignIndex(int documents) throws IOException {
    try (var directory = FSDirectory.open(folder);
        var writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
      for (int i = 0; i < documents; i++) {
        var document = new Document();
        document.add(new StringField("url", "u" + i, Field.Store.YES));
        document.add(new TextField("content", "some text " + i, Field.Store.NO));
        document.add(new TextField("abstract", "text", Field.Store.NO));
        writer.addDocument(document);
      }
    }
  }
}
