package org.curtail.hedge;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Consumer;
import org.curtail.reissue.live.AttemptObservations.End;
import org.curtail.reissue.live.SplitMix;
import org.jspecify.annotations.Nullable;

/**
 * A random sample of the calls that ended since the last {@link #take}. The size is bounded
 * (algorithm R of Vitter, TOMS 1985). A call with one attempt is stored as a number and needs no
 * allocation. Thread-safe; {@link #take} is for one thread.
 *
 * <p>Recording is one atomic addition and one write. If two threads write to the same place at the
 * same time, one of the two calls is lost. A call recorded during {@link #take} may be lost, too.
 * Both losses are random.
 */
final class CallSample {
  static final int MOST = 16_384;

  /** Marks a call with several attempts; others are {@code 1 + 4 * nanos + code of the end}. */
  private static final long SEVERAL = -1;

  record SampledAttempt(long nanos, End end) {}

  /**
   * A call with several attempts.
   *
   * @param attempts attempts in the order in which they were sent
   * @param isPair true if two attempts were sent at once, and both ran to their end
   */
  record SampledCall(List<SampledAttempt> attempts, boolean isPair) {}

  private static final class Sample {
    final AtomicLong count = new AtomicLong();
    final AtomicLongArray alone = new AtomicLongArray(MOST);
    final AtomicReferenceArray<@Nullable SampledCall> several = new AtomicReferenceArray<>(MOST);

    /** Returns the place to write to; -1 if the call is not in the sample. */
    int place() {
      long before = count.getAndIncrement();
      if (before < MOST) {
        return (int) before;
      }
      double share = SplitMix.unit(before, 0);
      long place = (long) (share * (before + 1));
      return place < MOST ? (int) place : -1;
    }

    void clear() {
      long used = Math.min(count.get(), MOST);
      for (int i = 0; i < used; i++) {
        alone.setPlain(i, 0);
        several.setPlain(i, null);
      }
      count.set(0);
    }
  }

  private final AtomicReference<Sample> current = new AtomicReference<>(new Sample());
  private Sample spare = new Sample();

  /** Records a call with one attempt. */
  void alone(long nanos, End end) {
    Sample sample = current.get();
    int place = sample.place();
    if (place >= 0) {
      sample.alone.setOpaque(place, 1 + 4 * Math.min(nanos, Long.MAX_VALUE / 8) + code(end));
    }
  }

  private static int code(End end) {
    return switch (end) {
      case ANSWERED -> 0;
      case CANCELLED -> 1;
      case FAILED -> 2;
    };
  }

  private static SampledAttempt decoded(long code) {
    End end = (code & 3) == 0 ? End.ANSWERED : (code & 3) == 1 ? End.CANCELLED : End.FAILED;
    return new SampledAttempt(code >> 2, end);
  }

  /** Records a call with several attempts. */
  void several(SampledCall call) {
    Sample sample = current.get();
    int place = sample.place();
    if (place >= 0) {
      sample.several.set(place, call);
      sample.alone.setRelease(place, SEVERAL);
    }
  }

  /** Hands over the sample of the calls since the last hand-over, and begins a new sample. */
  void take(Consumer<SampledCall> taker) {
    spare.clear();
    Sample taken = current.getAndSet(spare);
    spare = taken;
    long used = Math.min(taken.count.get(), MOST);
    for (int i = 0; i < used; i++) {
      long code = taken.alone.getAcquire(i);
      SampledCall call = taken.several.get(i);
      if (code > 0) {
        taker.accept(new SampledCall(List.of(decoded(code - 1)), false));
      } else if (code == SEVERAL && call != null) {
        taker.accept(call);
      }
    }
  }
}
