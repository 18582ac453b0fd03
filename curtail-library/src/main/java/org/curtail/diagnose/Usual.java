package org.curtail.diagnose;

import java.util.List;

/** What requests usually take, and on what; what a slow one is compared with. Immutable. */
public final class Usual {
  /** From many requests, fast and slow ones. */
  public static Usual of(List<Breakdown> requests) {
    throw new UnsupportedOperationException();
  }

  /** What a request of middle latency takes: the parts are those of the middle fifth, on average. */
  public CauseNanos ofAll() {
    throw new UnsupportedOperationException();
  }

  /** What a request like this one usually takes. */
  public CauseNanos ofLike(Breakdown request) {
    throw new UnsupportedOperationException();
  }
}
