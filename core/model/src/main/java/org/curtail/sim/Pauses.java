package org.curtail.sim;

import java.util.SplittableRandom;
import org.curtail.dispatch.DispatchedRequest;

/** The pauses of a {@link Noise}, one after the other. */
final class Pauses {
  private final Noise noise;
  private final SplittableRandom random;

  /** Start of the next pause; never, if there is none. */
  private long beginNanos = DispatchedRequest.NEVER;

  private long endNanos;

  Pauses(Noise noise) {
    this.noise = noise;
    random = new SplittableRandom(noise.seed());
    passed();
  }

  long beginNanos() {
    return beginNanos;
  }

  long endNanos() {
    return endNanos;
  }

  /** Moves on to the next pause. */
  void passed() {
    if (noise.pauses()) {
      double length = noise.lengthsVary() ? Exponential.unit(random) : 1;
      beginNanos = endNanos + Math.round(noise.meanGapNanos() * Exponential.unit(random));
      endNanos = beginNanos + Math.max(1, Math.round(noise.meanPauseNanos() * length));
    }
  }
}
