package org.curtail.cli.ranking;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;

/** The forests of open readers: grown at first use, dropped when the reader closes. */
final class Forests {
  private static final Map<Key, Forest> GROWN = new ConcurrentHashMap<>();

  private Forests() {}

  private record Key(IndexReader.CacheKey reader, Ranking.Trees trees) {}

  static Forest of(Ranking.Trees trees, IndexReader reader) throws IOException {
    CacheHelper cache = reader.getReaderCacheHelper();
    if (cache == null) {
      return ForestGrower.grow(trees, reader);
    }
    var key = new Key(cache.getKey(), trees);
    Forest known = GROWN.get(key);
    if (known != null) {
      return known;
    }
    Forest grown = ForestGrower.grow(trees, reader);
    Forest first = GROWN.putIfAbsent(key, grown);
    if (first != null) {
      return first;
    }
    cache.addClosedListener(closed -> GROWN.remove(key));
    return grown;
  }
}
