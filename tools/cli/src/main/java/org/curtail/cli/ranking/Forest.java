package org.curtail.cli.ranking;

import java.util.Arrays;
import java.util.List;

/**
 * Complete binary trees of depth 5 in flat arrays. The children of node {@code i} are {@code 2i+1}
 * (feature at most the threshold) and {@code 2i+2}; the leaves of a tree follow its inner nodes.
 * Immutable; callers must not change the arrays.
 */
final class Forest {
  static final int DEPTH = 5;
  static final int LEAVES = 1 << DEPTH;
  static final int INNER = LEAVES - 1;

  private final List<Feature> features;
  private final int[] splitFeatures;
  private final float[] thresholds;
  private final float[] leaves;
  private final int hash;

  /**
   * Creates trees, one after the other in each array.
   *
   * @param features features of the index, which split features refer to by position
   * @param splitFeatures features of the splits, {@link #INNER} for each tree
   * @param thresholds thresholds of the splits, as many; not NaN
   * @param leaves values of the leaves, {@link #LEAVES} for each tree; finite, not negative
   */
  Forest(List<Feature> features, int[] splitFeatures, float[] thresholds, float[] leaves) {
    int trees = leaves.length / LEAVES;
    if (splitFeatures.length != trees * INNER
        || thresholds.length != trees * INNER
        || leaves.length != trees * LEAVES) {
      throw new IllegalArgumentException(
          "expected whole trees, found %d split features, %d thresholds, %d leaves"
              .formatted(splitFeatures.length, thresholds.length, leaves.length));
    }
    this.features = List.copyOf(features);
    this.splitFeatures = splitFeatures;
    this.thresholds = thresholds;
    this.leaves = leaves;
    hash =
        Arrays.hashCode(
            new int[] {
              features.hashCode(),
              Arrays.hashCode(splitFeatures),
              Arrays.hashCode(thresholds),
              Arrays.hashCode(leaves)
            });
  }

  List<Feature> features() {
    return features;
  }

  int trees() {
    return leaves.length / LEAVES;
  }

  int splitFeature(int tree, int node) {
    return splitFeatures[tree * INNER + node];
  }

  float threshold(int tree, int node) {
    return thresholds[tree * INNER + node];
  }

  float leaf(int tree, int leaf) {
    return leaves[tree * LEAVES + leaf];
  }

  /** The greatest possible sum. */
  double greatestSum() {
    double sum = 0;
    for (int firstLeaf = 0; firstLeaf < leaves.length; firstLeaf += LEAVES) {
      float greatest = 0;
      for (int leaf = firstLeaf; leaf < firstLeaf + LEAVES; leaf++) {
        greatest = Math.max(greatest, leaves[leaf]);
      }
      sum += greatest;
    }
    return sum;
  }

  /** Sum of one leaf of each tree. */
  double sum(float[] row) {
    double sum = 0;
    int root = 0;
    for (int firstLeaf = 0; firstLeaf < leaves.length; firstLeaf += LEAVES) {
      int node = 0;
      for (int depth = 0; depth < DEPTH; depth++) {
        int at = root + node;
        node = 2 * node + (row[splitFeatures[at]] > thresholds[at] ? 2 : 1);
      }
      sum += leaves[firstLeaf + node - INNER];
      root += INNER;
    }
    return sum;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Forest that
        && hash == that.hash
        && features.equals(that.features)
        && Arrays.equals(splitFeatures, that.splitFeatures)
        && Arrays.equals(thresholds, that.thresholds)
        && Arrays.equals(leaves, that.leaves);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
