package org.curtail.traces.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecordBytesTest {
  /** One text of multi-byte characters is longer than the read buffer. */
  private static final List<String> TEXTS = List.of("", "a", "größer", "€".repeat(50_000));

  private static RecordBytes records() {
    var bytes = new RecordBytes();
    for (String text : TEXTS) {
      bytes.small(7);
      bytes.text(text);
      bytes.text(null);
      bytes.whole(-5);
      bytes.whole(Long.MIN_VALUE + 3);
      bytes.flag(true);
      bytes.flag(false);
    }
    return bytes;
  }

  private static void assertRecords(RecordReader in) throws IOException {
    for (String text : TEXTS) {
      assertThat(in.isAtEnd()).isFalse();
      assertThat(in.small()).isEqualTo(7);
      assertThat(in.requireText()).isEqualTo(text);
      assertThat(in.text()).isNull();
      assertThat(in.whole()).isEqualTo(-5);
      assertThat(in.wholeLong()).isEqualTo(Long.MIN_VALUE + 3);
      assertThat(in.flag()).isTrue();
      assertThat(in.flag()).isFalse();
    }
    assertThat(in.isAtEnd()).isTrue();
  }

  @Test
  void writtenRecordsAreReadFromMemoryAndFromAFile() throws IOException {
    RecordBytes bytes = records();
    assertRecords(new RecordReader(bytes.content()));
    var file = new ByteArrayOutputStream();
    bytes.writeTo(file);
    assertThat(file.size()).isEqualTo(bytes.size());
    assertRecords(new RecordReader(new ByteArrayInputStream(file.toByteArray())));
  }

  @Test
  void truncatedFileIsNotAnEnd() throws IOException {
    var file = new ByteArrayOutputStream();
    records().writeTo(file);
    var in = new RecordReader(new ByteArrayInputStream(file.toByteArray(), 0, 3));
    assertThat(in.small()).isEqualTo(7);
    assertThatThrownBy(in::requireText).isInstanceOf(EOFException.class);
  }
}
