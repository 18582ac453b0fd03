package org.curtail.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Collector;

/** A worker of one search: the scan at hand, and those that it has ended. Not thread-safe. */
final class SearchWorker<C extends Collector> {
  private final List<LeafScan<C>> scans = new ArrayList<>(1);

  SearchWorker(LeafScan<C> first) {
    scans.add(first);
  }

  LeafScan<C> scan() {
    return scans.getLast();
  }

  /** Goes on with another. */
  void begin(LeafScan<C> next) throws IOException {
    scan().finishLeaf();
    scans.add(next);
  }

  List<LeafScan<C>> scans() {
    return scans;
  }
}
