package org.curtail.reissue.live;

import org.curtail.reissue.PairSketch;

/** Observed attempts of a period. Not thread-safe. */
final class AttemptWindow {
  /** About 0.8 %: a window of usual traffic has a few thousand buckets. */
  private static final double RELATIVE_ERROR = 1.0 / 128;

  private static final int MAX_BUCKETS = 1 << 14;
  private static final int MAX_PAIR_BUCKETS = 1 << 16;

  final CensoredSketch firsts = new CensoredSketch(RELATIVE_ERROR, MAX_BUCKETS);
  final CensoredSketch seconds = new CensoredSketch(RELATIVE_ERROR, MAX_BUCKETS);
  final PairSketch pairs = new PairSketch(RELATIVE_ERROR, MAX_PAIR_BUCKETS);
  long attempts;
  long failed;

  void merge(AttemptWindow other) {
    firsts.merge(other.firsts);
    seconds.merge(other.seconds);
    pairs.merge(other.pairs);
    attempts += other.attempts;
    failed += other.failed;
  }
}
