package org.curtail.traces.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.traces.Damage;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class TemporaryFilesTest {
  @TempDir private Path folder;

  private static Span span(int number) {
    return new Span("t", "s" + number, null, "a", "b", SpanKind.INTERNAL, 1, 1, false);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void unpackedLibraryIsDeletedAfterLoading() throws IOException {
    try (DuckDb database = DuckDb.start(100_000_000, folder)) {
      assertThat(database).isNotNull();
      try (Stream<String> maps = Files.lines(Path.of("/proc/self/maps"))) {
        // The system marks mapped files that are deleted.
        assertThat(maps.filter(line -> line.contains("libduckdb_java")))
            .isNotEmpty()
            .allSatisfy(line -> assertThat(line).endsWith("(deleted)"));
      }
    }
  }

  @Test
  void alternatingDuplicatesAreStoredOnce() {
    var partitions = new SpanPartitions(folder, 1 << 16);
    for (int i = 0; i < 400_000; i++) {
      partitions.span(span(i % 2));
    }
    long held = 0;
    long repeated = 0;
    for (int part = 0; part < partitions.size(); part++) {
      SpanPartitions.Content content = partitions.read(part);
      held += content.spans().values().stream().mapToLong(List::size).sum();
      repeated += content.damage().of(Damage.DUPLICATE);
    }
    assertThat(held).isLessThan(1 << 16);
    assertThat(held + repeated).isEqualTo(400_000);
  }

  @Test
  void unwritableFolderIsReportedInASentence() {
    var partitions = new SpanPartitions(folder.resolve("gone"), 1);
    assertThatThrownBy(() -> partitions.span(span(1)))
        .isInstanceOf(UsageError.class)
        .hasMessageContaining("gone: cannot be written: no such file");
  }
}
