package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.search.Collector;
import org.apache.lucene.search.CollectorManager;
import org.apache.lucene.search.IndexSearcher.LeafSlice;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Weight;
import org.curtail.runtime.SharedWork;
import org.jspecify.annotations.Nullable;

/**
 * A search by the slices of segments that OpenSearch would search concurrently. A chunk is a slice
 * with its own collector, and collectors are reduced in the order of the slices. So a collector
 * keeps of a slice, such as the most frequent terms of an aggregation, exactly what it keeps
 * without the plugin, with any number of threads.
 */
final class SliceWork<C extends Collector, T> implements SharedWork<Object, T> {
  private static final Object NOTHING = new Object();

  private final EngineSearcher searcher;
  private final Query query;
  private final CollectorManager<C, T> manager;
  private final List<C> collectors = new ArrayList<>();
  private List<LeafSlice> slices = List.of();
  private @Nullable Weight weight;

  SliceWork(EngineSearcher searcher, Query query, CollectorManager<C, T> manager) {
    this.searcher = searcher;
    this.query = query;
    this.manager = manager;
  }

  @Override
  public void begin(int degree) throws IOException {
    slices = searcher.openSearchSlices();
    C first = manager.newCollector();
    collectors.add(first);
    weight = searcher.weight(query, first.scoreMode());
    while (collectors.size() < slices.size()) {
      collectors.add(manager.newCollector());
    }
  }

  @Override
  public int chunks() {
    return slices.size();
  }

  @Override
  public Object join() {
    return NOTHING;
  }

  @Override
  public boolean workersMove() {
    return true;
  }

  @Override
  public void run(Object worker, int chunk, Checkpoint checkpoint) throws IOException {
    searcher.search(slices.get(chunk), requireNonNull(weight), collectors.get(chunk));
  }

  @Override
  public T complete(List<Object> workers) throws IOException {
    return manager.reduce(collectors);
  }
}
