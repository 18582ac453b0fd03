package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.latencylog.LoggedAttempts;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.LatencySketch;
import org.curtail.reissue.PairSketch;
import org.curtail.replicas.ServiceTimes;

/**
 * Requests in sketches, so that memory does not grow with their number. There is one sketch for
 * each stretch of the log, so that the log can still be cut in the middle. Above a number of
 * stretches, neighbours are merged in pairs. Not thread-safe.
 */
final class SketchedAttempts implements LoggedAttempts {
  private static final int MOST_STRETCHES = 16;

  private final List<Stretch> stretches = new ArrayList<>();
  private double stretchRequests;

  /** True if only intervals are in order, and an interval begins here. */
  private boolean areIntervals;

  private boolean isBegin;

  /**
   * No requests yet.
   *
   * @param stretchRequests number of requests in a stretch at first
   */
  SketchedAttempts(double stretchRequests) {
    this.stretchRequests = stretchRequests;
  }

  @Override
  public void interval() {
    areIntervals = true;
    isBegin = true;
  }

  @Override
  public void add(double firstMillis, double secondMillis, double weight) {
    boolean mayCut = isBegin || !areIntervals;
    if (stretches.isEmpty() || (mayCut && stretches.getLast().requests() >= stretchRequests)) {
      if (stretches.size() == MOST_STRETCHES) {
        mergeNeighbours();
      }
      stretches.add(new Stretch());
    }
    stretches.getLast().add(firstMillis, secondMillis, weight);
    isBegin = false;
  }

  private void mergeNeighbours() {
    var merged = new ArrayList<Stretch>();
    for (int i = 0; i < stretches.size(); i += 2) {
      merged.add(stretches.get(i).with(stretches.get(i + 1)));
    }
    stretches.clear();
    stretches.addAll(merged);
    stretchRequests *= 2;
  }

  AttemptPart all() {
    return part(0, stretches.size());
  }

  /** Number of stretches in the earlier half, as nearly as possible. */
  int middle() {
    double half = all().requests() / 2;
    double before = 0;
    int at = 0;
    while (at < stretches.size() && before + stretches.get(at).requests() / 2 <= half) {
      before += stretches.get(at++).requests();
    }
    return at;
  }

  /** Number of stretches. */
  int count() {
    return stretches.size();
  }

  AttemptPart part(int from, int to) {
    var whole = new Stretch();
    stretches.subList(from, to).forEach(whole::merge);
    return whole;
  }

  /** Relative error by which a time may be overstated. */
  double error() {
    var whole = new Stretch();
    stretches.forEach(whole::merge);
    return whole.error();
  }

  /** A stretch of the log. */
  private static final class Stretch implements AttemptPart {
    private final LatencySketch first = new LatencySketch();
    private final LatencySketch second = new LatencySketch();
    private final PairSketch both = new PairSketch();

    void add(double firstMillis, double secondMillis, double weight) {
      first.add(firstMillis, weight);
      if (!Double.isNaN(secondMillis)) {
        second.add(secondMillis, weight);
        both.add(firstMillis, secondMillis, weight);
      }
    }

    void merge(Stretch other) {
      first.merge(other.first);
      second.merge(other.second);
      both.merge(other.both);
    }

    Stretch with(Stretch later) {
      var joined = new Stretch();
      joined.merge(this);
      joined.merge(later);
      return joined;
    }

    double error() {
      return both.isEmpty()
          ? first.relativeError()
          : Math.max(first.relativeError(), both.relativeError());
    }

    @Override
    public double requests() {
      return first.weight();
    }

    @Override
    public double pairs() {
      return second.weight();
    }

    @Override
    public AttemptTimes firstOnly() {
      return first.attemptTimes();
    }

    @Override
    public AttemptTimes independent() {
      return first.attemptTimes(second);
    }

    @Override
    public AttemptTimes pairsOnly() {
      return both.attemptTimes();
    }

    @Override
    public AttemptTimes paired() {
      return pairs() == requests() ? pairsOnly() : both.attemptTimes(first);
    }

    @Override
    public ServiceTimes serviceTimes(Pairing pairing) {
      return DrawnTimes.of(times(pairing));
    }
  }
}
