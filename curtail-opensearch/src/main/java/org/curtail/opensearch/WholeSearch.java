package org.curtail.opensearch;

import java.io.IOException;
import java.util.List;
import org.curtail.runtime.SharedWork;

/**
 * A query phase as OpenSearch runs it, in one piece, on the thread that it came on. Where nobody
 * could help it, that spares it what sharing costs, and the engine knows of it all the same.
 */
final class WholeSearch implements SharedWork<Object, Boolean> {
  private static final Object NOTHING = new Object();

  /** OpenSearch's own. */
  interface Search {
    /** Returns what a {@code QueryPhaseSearcher} does. */
    boolean search() throws IOException;
  }

  private final Search search;
  private boolean rescores;

  WholeSearch(Search search) {
    this.search = search;
  }

  @Override
  public int chunks() {
    return 1;
  }

  @Override
  public Object join() {
    return NOTHING;
  }

  @Override
  public void run(Object worker, int chunk, Checkpoint checkpoint) throws IOException {
    rescores = search.search();
  }

  @Override
  public Boolean complete(List<Object> workers) {
    return rescores;
  }
}
