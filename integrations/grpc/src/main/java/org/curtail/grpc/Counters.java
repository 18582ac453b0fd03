package org.curtail.grpc;

import java.util.concurrent.atomic.LongAdder;

/** Counters of calls; see {@link HedgingCounts}. Thread-safe. */
final class Counters {
  final LongAdder hedgeable = new LongAdder();
  final LongAdder streaming = new LongAdder();
  final LongAdder undeclared = new LongAdder();
  final LongAdder unrepeatable = new LongAdder();
  final LongAdder ended = new LongAdder();
  final LongAdder heldBack = new LongAdder();

  HedgingCounts now() {
    return new HedgingCounts(
        hedgeable.sum(),
        streaming.sum(),
        undeclared.sum(),
        unrepeatable.sum(),
        ended.sum(),
        heldBack.sum());
  }
}
