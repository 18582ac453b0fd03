package org.curtail.cli.reissue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntPredicate;
import org.curtail.benchkit.latencylog.LoggedAttempts;
import org.curtail.reissue.AttemptTimes;
import org.curtail.replicas.ServiceTimes;

/** Requests as logged, each one kept. Grows; not thread-safe. */
final class ExactAttempts implements LoggedAttempts {
  private double[] first = new double[1 << 10];
  private double[] second = new double[1 << 10];
  private double[] weight = new double[1 << 10];
  private int size;

  /** Indices at which intervals begin; empty if each request was sent after the one before. */
  private final BitSet intervals = new BitSet();

  @Override
  public void interval() {
    intervals.set(size);
  }

  @Override
  public void add(double firstMillis, double secondMillis, double requests) {
    if (size == first.length) {
      first = Arrays.copyOf(first, 2 * size);
      second = Arrays.copyOf(second, 2 * size);
      weight = Arrays.copyOf(weight, 2 * size);
    }
    first[size] = firstMillis;
    second[size] = secondMillis;
    weight[size++] = requests;
  }

  int size() {
    return size;
  }

  /** Passes all requests to another object, in order. */
  void forEach(LoggedAttempts taker) {
    for (int i = 0; i < size; i++) {
      if (intervals.get(i)) {
        taker.interval();
      }
      taker.add(first[i], second[i], weight[i]);
    }
  }

  AttemptPart all() {
    return new Part(0, size);
  }

  /** Approximate number of requests in the earlier half. */
  int middle() {
    double total = Arrays.stream(weight, 0, size).sum();
    double before = 0;
    double nearest = Double.POSITIVE_INFINITY;
    int middle = 0;
    for (int at = 0; at < size; at++) {
      double distance = Math.abs(total / 2 - before);
      if ((intervals.isEmpty() || intervals.get(at)) && distance < nearest) {
        nearest = distance;
        middle = at;
      }
      before += weight[at];
    }
    return middle;
  }

  AttemptPart part(int from, int to) {
    return new Part(from, to);
  }

  private final class Part implements AttemptPart {
    private final int from;
    private final int to;

    private Part(int from, int to) {
      this.from = from;
      this.to = to;
    }

    @Override
    public double requests() {
      return Arrays.stream(weight, from, to).sum();
    }

    @Override
    public double pairs() {
      return Arrays.stream(selected(weight, this::isPair)).sum();
    }

    @Override
    public AttemptTimes firstOnly() {
      double[] times = Arrays.copyOfRange(first, from, to);
      double[] weights = Arrays.copyOfRange(weight, from, to);
      return isPlain(weights)
          ? AttemptTimes.independent(times)
          : AttemptTimes.independent(times, weights, times, weights);
    }

    @Override
    public AttemptTimes independent() {
      double[] times = Arrays.copyOfRange(first, from, to);
      double[] weights = Arrays.copyOfRange(weight, from, to);
      double[] others = selected(second, this::isPair);
      return isPlain(weights)
          ? AttemptTimes.independent(times, others)
          : AttemptTimes.independent(times, weights, others, selected(weight, this::isPair));
    }

    @Override
    public AttemptTimes paired() {
      double[] alone = selected(first, i -> !isPair(i));
      if (alone.length == 0 || !isPlain(Arrays.copyOfRange(weight, from, to))) {
        // Only histograms have weights, and they have no second times.
        return pairsOnly();
      }
      return AttemptTimes.probed(
          alone, selected(first, this::isPair), selected(second, this::isPair));
    }

    @Override
    public AttemptTimes pairsOnly() {
      double[] weights = selected(weight, this::isPair);
      double[] times = selected(first, this::isPair);
      double[] others = selected(second, this::isPair);
      return isPlain(weights)
          ? AttemptTimes.paired(times, others)
          : AttemptTimes.paired(times, others, weights);
    }

    @Override
    public ServiceTimes serviceTimes(Pairing pairing) {
      if (!isPlain(Arrays.copyOfRange(weight, from, to))) {
        return DrawnTimes.of(times(pairing));
      }
      return pairing == Pairing.PAIRED
          ? ServiceTimes.probed(
              selected(first, i -> !isPair(i)),
              selected(first, this::isPair),
              selected(second, this::isPair))
          : ServiceTimes.independent(Arrays.copyOfRange(first, from, to));
    }

    private boolean isPair(int i) {
      return !Double.isNaN(second[i]);
    }

    private double[] selected(double[] values, IntPredicate wanted) {
      double[] selected = new double[to - from];
      int count = 0;
      for (int i = from; i < to; i++) {
        if (wanted.test(i)) {
          selected[count++] = values[i];
        }
      }
      return Arrays.copyOf(selected, count);
    }

    private static boolean isPlain(double[] weights) {
      return Arrays.stream(weights).allMatch(w -> w == 1);
    }
  }
}
