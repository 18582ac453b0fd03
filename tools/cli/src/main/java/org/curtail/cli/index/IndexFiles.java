package org.curtail.cli.index;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.store.Directory;

/**
 * Files of an index.
 *
 * @param segments number of segments
 * @param bytes size of its files
 */
record IndexFiles(int segments, long bytes) {
  static IndexFiles of(Directory directory) throws IOException {
    int segments;
    try (DirectoryReader reader = DirectoryReader.open(directory)) {
      segments = reader.leaves().size();
    }
    long bytes = 0;
    for (String file : directory.listAll()) {
      bytes += directory.fileLength(file);
    }
    return new IndexFiles(segments, bytes);
  }
}
