package org.curtail.benchkit.replay;

import org.curtail.lucene.ranked.RankedSettings;

/**
 * Setting of replays of recorded searches.
 *
 * @param ranked sharing and termination
 * @param cores number of emulated cores: at least {@code maxDegree}
 * @param maxDegree greatest degree: at least 1
 * @param scale seconds of this machine for a second of a search: above 0
 * @param handOffNanos delay of a helping thread: at least 0
 */
public record ReplaySetting(
    RankedSettings ranked, int cores, int maxDegree, double scale, long handOffNanos) {
  public ReplaySetting {
    if (maxDegree < 1 || cores < maxDegree) {
      throw new IllegalArgumentException(
          "expected a degree of at least 1 and as many cores, found %d and %d"
              .formatted(maxDegree, cores));
    }
    if (!(scale > 0) || Double.isInfinite(scale) || handOffNanos < 0) {
      throw new IllegalArgumentException(
          "expected a scale above 0 and no negative hand-off, found %s and %d"
              .formatted(scale, handOffNanos));
    }
  }
}
