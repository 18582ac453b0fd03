package org.curtail.cli.ranking;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.IndexReader.CacheHelper;

/**
 * Grows trees over a sample of matches. Each split divides the matches that reach it, so all
 * branches are used. A seed determines the split features, the thresholds near the middle of their
 * values, and the leaves' values.
 */
final class ForestGrower {
  /** Greatest sum of all trees, about the text score of one word that fits well. */
  private static final double LARGEST_SUM = 8;

  private static final double LEAST_QUANTILE = 0.3;
  private static final double GREATEST_QUANTILE = 0.7;
  private static final int ATTEMPTS = 8;
  private static final Map<Key, Forest> GROWN = new ConcurrentHashMap<>();

  private final List<Feature> features;
  private final SplittableRandom random;
  private final int[] splitFeatures;
  private final float[] thresholds;
  private final float[] leaves;

  private ForestGrower(Ranking.Trees trees, List<Feature> features) {
    this.features = features;
    random = new SplittableRandom(trees.seed());
    splitFeatures = new int[trees.count() * Forest.INNER];
    thresholds = new float[trees.count() * Forest.INNER];
    leaves = new float[trees.count() * Forest.LEAVES];
  }

  static Forest grow(Ranking.Trees trees, IndexReader reader) throws IOException {
    List<Feature> features = Feature.of(reader);
    List<float[]> sample = MatchSample.of(reader, features, trees.seed());
    return new ForestGrower(trees, features).grow(trees.count(), sample);
  }

  private Forest grow(int trees, List<float[]> sample) {
    for (int tree = 0; tree < trees; tree++) {
      split(tree, 0, sample);
    }
    for (int leaf = 0; leaf < leaves.length; leaf++) {
      leaves[leaf] = (float) (random.nextDouble() * LARGEST_SUM / trees);
    }
    return new Forest(features, splitFeatures, thresholds, leaves);
  }

  private void split(int tree, int node, List<float[]> rows) {
    if (node >= Forest.INNER) {
      return;
    }
    int feature = 0;
    // If a feature has the same value everywhere, all splits are equal.
    float threshold = rows.isEmpty() ? 0 : rows.getFirst()[0];
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
      int candidate = random.nextInt(features.size());
      double quantile = random.nextDouble(LEAST_QUANTILE, GREATEST_QUANTILE);
      float[] ascending = ascending(rows, candidate);
      if (ascending.length > 0 && ascending[0] < ascending[ascending.length - 1]) {
        feature = candidate;
        threshold = belowGreatest(ascending, (int) (quantile * ascending.length));
        break;
      }
    }
    splitFeatures[tree * Forest.INNER + node] = feature;
    thresholds[tree * Forest.INNER + node] = threshold;
    int by = feature;
    float at = threshold;
    split(tree, 2 * node + 1, rows.stream().filter(row -> row[by] <= at).toList());
    split(tree, 2 * node + 2, rows.stream().filter(row -> row[by] > at).toList());
  }

  private static float[] ascending(List<float[]> rows, int feature) {
    float[] values = new float[rows.size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.get(i)[feature];
    }
    Arrays.sort(values);
    return values;
  }

  /** The value at a position, or the next lower one if it is the greatest. */
  private static float belowGreatest(float[] ascending, int position) {
    int at = position;
    while (ascending[at] == ascending[ascending.length - 1]) {
      at--;
    }
    return ascending[at];
  }

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
