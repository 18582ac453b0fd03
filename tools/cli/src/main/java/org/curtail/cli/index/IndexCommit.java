package org.curtail.cli.index;

import java.io.IOException;
import java.util.Map;
import org.apache.lucene.index.IndexWriter;

/** The last step of writing an index. */
final class IndexCommit {
  private static final long POLL_MS = 50;

  private IndexCommit() {}

  /**
   * Merges and commits.
   *
   * @param maxSegments largest number of segments after merging; 0 for no merge
   * @param userData stored with the commit
   * @param waiting runs repeatedly meanwhile; ends the work by an exception
   */
  static void commit(
      IndexWriter writer, int maxSegments, Map<String, String> userData, Runnable waiting)
      throws IOException {
    writer.flush();
    if (maxSegments > 0) {
      writer.forceMerge(maxSegments, false);
    }
    await(writer, waiting);
    if (maxSegments > 0) {
      writer.forceMerge(maxSegments);
    }
    writer.setLiveCommitData(userData.entrySet());
    writer.commit();
  }

  /** Waits for merges, which run on their own threads, so that a stop signal works at once. */
  private static void await(IndexWriter writer, Runnable waiting) throws IOException {
    while (writer.hasPendingMerges() || !writer.getMergingSegments().isEmpty()) {
      pause(waiting);
    }
  }

  /** Runs the waiting action, then sleeps shortly. */
  static void pause(Runnable waiting) throws IOException {
    waiting.run();
    try {
      Thread.sleep(POLL_MS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
