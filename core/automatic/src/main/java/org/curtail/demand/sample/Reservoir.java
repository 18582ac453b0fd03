package org.curtail.demand.sample;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;

/**
 * Uniform sample of bounded size from a stream of unknown length: Vitter's algorithm R (Random
 * Sampling with a Reservoir, ACM TOMS 1985). Costs constant time and no lock. The sample depends
 * only on the numbers of the offers and the seed. Thread-safe.
 */
public final class Reservoir<T> {
  /** Step of a {@link SplittableRandom} per drawn number. */
  private static final long GOLDEN_GAMMA = 0x9e3779b97f4a7c15L;

  private record Drawn<T>(long number, T value) {}

  private final AtomicReferenceArray<@Nullable Drawn<T>> slots;
  private final AtomicLong offers = new AtomicLong();
  private final long seed;

  public Reservoir(int capacity, long seed) {
    this.slots = new AtomicReferenceArray<>(capacity);
    this.seed = seed;
  }

  public void offer(T value) {
    long number = offers.getAndIncrement();
    long slot = number < slots.length() ? number : draw(number);
    if (slot < slots.length()) {
      slots.accumulateAndGet((int) slot, new Drawn<>(number, value), Reservoir::later);
    }
  }

  /**
   * Draws a number from 0 to {@code number}. Each call has its own sequence, so that threads share
   * no generator.
   */
  private long draw(long number) {
    return new SplittableRandom(seed + number * GOLDEN_GAMMA).nextLong(number + 1);
  }

  /** Returns the later offer, as if offers came one after the other. */
  private static <T> @Nullable Drawn<T> later(@Nullable Drawn<T> there, @Nullable Drawn<T> comes) {
    return there == null || (comes != null && comes.number > there.number) ? comes : there;
  }

  /** Returns the number of offers. */
  public long offers() {
    return offers.get();
  }

  /** Returns the sample, in no particular order. */
  public List<T> sample() {
    var sample = new ArrayList<T>();
    for (int slot = 0; slot < slots.length(); slot++) {
      Drawn<T> drawn = slots.get(slot);
      if (drawn != null) {
        sample.add(drawn.value);
      }
    }
    return sample;
  }
}
