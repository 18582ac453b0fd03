package org.curtail.emulatednode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.document.Document;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.NoMergePolicy;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.curtail.benchkit.emulate.VirtualCores;
import org.curtail.benchkit.emulate.WaitMeter;
import org.curtail.emulatednode.cpu.EmulatedCpuTime;
import org.junit.jupiter.api.Test;

class TimedQueryTest {
  private static final int SEGMENT = 370;

  @Test
  void itsMatchesAreEvenlySpreadAndTakeItsTimeTogether() throws IOException {
    var cores = new EmulatedCores(new VirtualCores(1, new WaitMeter()));
    try (var folder = new ByteBuffersDirectory()) {
      var config = new IndexWriterConfig().setMergePolicy(NoMergePolicy.INSTANCE);
      try (var writer = new IndexWriter(folder, config)) {
        for (int i = 0; i < 3 * SEGMENT; i++) {
          writer.addDocument(new Document());
          if (i % SEGMENT == SEGMENT - 1) {
            writer.commit();
          }
        }
      }
      try (var reader = DirectoryReader.open(folder)) {
        assertThat(reader.leaves()).hasSize(3);
        long beforeNanos = EmulatedCpuTime.including(0, 0);
        ScoreDoc[] hits =
            new IndexSearcher(reader).search(new TimedQuery(3, 10, cores), 100).scoreDocs;
        assertThat(Arrays.stream(hits).mapToInt(hit -> hit.doc))
            .containsExactly(0, 111, 222, 333, 444, 555, 666, 777, 888, 999);
        assertThat(EmulatedCpuTime.including(0, 0) - beforeNanos).isEqualTo(3_000_000);
      }
    }
  }
}
