package org.curtail.cli.serve.search;

import java.io.IOException;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.curtail.cli.lucene.OpenIndex;
import org.curtail.cli.ranking.Ranking;
import org.curtail.lucene.LeafSplitting;
import org.curtail.lucene.QueryPredictor;
import org.curtail.lucene.SharedSearch;
import org.jspecify.annotations.Nullable;

/**
 * The index of a server. A newer state can replace the present one while searches run; a search
 * keeps its state. Safe for several threads.
 */
final class LiveIndex implements AutoCloseable {
  private final OpenIndex index;
  private final Ranking ranking;
  private final QueryPredictor predictor = new QueryPredictor();
  private volatile State present;

  /**
   * A state of the index.
   *
   * @param search searches without predictions
   * @param predicted searches with predictions of their time
   */
  record State(DirectoryReader reader, SharedSearch search, SharedSearch predicted) {}

  /** Takes over an open index and closes it in the end. */
  LiveIndex(OpenIndex index, Ranking ranking) throws IOException {
    this.index = index;
    this.ranking = ranking;
    present = state(index.reader());
  }

  private State state(DirectoryReader reader) throws IOException {
    // The first call samples the index, which must not delay a search.
    ranking.apply(MatchAllDocsQuery.INSTANCE, reader);
    var searcher = new IndexSearcher(reader);
    return new State(
        reader,
        new SharedSearch(searcher, LeafSplitting.KNOWN_COLLECTORS),
        new SharedSearch(searcher, LeafSplitting.KNOWN_COLLECTORS, predictor));
  }

  /** Returns the present state, which stays open until {@link #release}. */
  @SuppressWarnings("ReferenceEquality") // Whether it was replaced meanwhile.
  State acquire() {
    while (true) {
      State state = present;
      if (state.reader().tryIncRef()) {
        return state;
      }
      if (state == present) {
        throw new IllegalStateException("the index is closed");
      }
    }
  }

  void release(State state) {
    try {
      state.reader().decRef();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /**
   * Opens a newer state if there is one. Called by one thread at a time.
   *
   * @return true if there was one
   * @throws IOException if the newer state cannot be read; the present one goes on
   */
  boolean refresh() throws IOException {
    State before = present;
    @Nullable DirectoryReader newer = DirectoryReader.openIfChanged(before.reader());
    if (newer == null) {
      return false;
    }
    try {
      present = state(newer);
    } catch (IOException | RuntimeException e) {
      newer.close();
      throw e;
    }
    before.reader().decRef();
    return true;
  }

  /** Number of documents of the present state. */
  int documents() {
    return present.reader().numDocs();
  }

  @Override
  public void close() throws IOException {
    present.reader().close();
    index.close();
  }
}
