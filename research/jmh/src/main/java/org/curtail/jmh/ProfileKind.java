package org.curtail.jmh;

import org.curtail.Profile;
import org.curtail.sim.SyntheticProfiles;

/** The shapes of demand that are planned for; a parameter of the benchmarks by its name. */
public enum ProfileKind {
  LUCENE_LIKE,
  NOISY,
  SCALABLE,
  HEAVY;

  /** Every run sees the same noise. */
  private static final long SEED = 1;

  /**
   * A profile of this shape.
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
