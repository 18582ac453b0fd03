package org.curtail.jmh;

import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;

/** Shapes of demand, which parameters of the benchmarks name. */
public enum ProfileKind {
  LUCENE_LIKE,
  NOISY,
  SCALABLE,
  HEAVY;

  /** The same noise in every run. */
  private static final long SEED = 1;

  /**
   * Returns a profile of this shape.
   *
   * @param requests at least 1
   * @param maxDegree at least 1
   */
  Profile profile(int requests, int maxDegree) {
    return switch (this) {
      case LUCENE_LIKE -> SyntheticProfiles.luceneLike(requests, maxDegree);
      case NOISY -> SyntheticProfiles.luceneLikeNoisy(requests, maxDegree, SEED);
      case SCALABLE -> SyntheticProfiles.luceneLikeScalable(requests, maxDegree);
      case HEAVY -> SyntheticProfiles.heavy(requests, maxDegree);
    };
  }
}
