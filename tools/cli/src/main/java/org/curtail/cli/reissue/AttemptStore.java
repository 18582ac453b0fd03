package org.curtail.cli.reissue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.curtail.benchkit.latencylog.LoggedAttempts;
import org.curtail.benchkit.results.SampleSize;
import org.curtail.benchkit.stats.RankCorrelation;
import org.curtail.benchkit.terminal.StopSignal;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.ReissueForecast;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.replicas.ServiceTimes;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the requests of a log. Up to a limit it keeps every request, and beyond that it keeps
 * sketches. So a log of any length fits into memory. Not thread-safe.
 */
final class AttemptStore implements LoggedAttempts {
  /** Limit of exact requests: a few hundred megabytes during planning. */
  static final int MOST_EXACT = 4_000_000;

  private static final int STOP_EVERY = 1 << 16;
  private static final double STRETCHES = 8;

  /**
   * Greatest difference between the median of pairs and that of all requests: four standard errors,
   * but at least two percent.
   */
  private static final double ERRORS = 4;

  private static final double LEAST_BIAS = 0.02;

  private final int mostExact;
  private @Nullable ExactAttempts exact = new ExactAttempts();
  private @Nullable SketchedAttempts sketched;
  private long added;

  AttemptStore() {
    this(MOST_EXACT);
  }

  /** An empty store. Above the given number of requests, it keeps sketches. */
  AttemptStore(int mostExact) {
    this.mostExact = mostExact;
  }

  @Override
  public void add(double firstMillis, double secondMillis, double weight) {
    if (++added % STOP_EVERY == 0) {
      StopSignal.check("stopped while reading the log; no plan was made");
    }
    if (exact != null && exact.size() == mostExact) {
      var poured = new SketchedAttempts(Math.ceil(mostExact / STRETCHES));
      exact.forEach(poured);
      exact = null;
      sketched = poured;
    }
    kept().add(firstMillis, secondMillis, weight);
  }

  @Override
  public void interval() {
    kept().interval();
  }

  private LoggedAttempts kept() {
    return exact != null ? exact : Objects.requireNonNull(sketched);
  }

  /**
   * Returns all added requests, at least one.
   *
   * @param percentile percentile; there must be enough pairs for it
   * @param inOrder true if requests, or intervals, were added in the order of sending
   */
  Attempts attempts(double percentile, boolean inOrder) {
    AttemptPart all = all();
    var remarks = new ArrayList<String>();
    Pairing pairing = pairing(all, percentile, remarks);
    return new Attempts(
        all.times(pairing),
        inOrder ? halves(pairing) : null,
        pairing,
        pairing == Pairing.PAIRED ? together(all) : null,
        all.requests(),
        all.pairs(),
        sketched == null ? 0 : sketched.error(),
        remarks);
  }

  private static Attempts.@Nullable Together together(AttemptPart all) {
    return RankCorrelation.of(all.pairsOnly())
        .map(correlation -> new Attempts.Together(correlation, all.independent()))
        .orElse(null);
  }

  /** Returns times from which a simulation draws. */
  ServiceTimes serviceTimes(Pairing pairing) {
    return all().serviceTimes(pairing);
  }

  private AttemptPart all() {
    return exact != null ? exact.all() : Objects.requireNonNull(sketched).all();
  }

  private Attempts.@Nullable Halves halves(Pairing pairing) {
    AttemptPart earlier;
    AttemptPart later;
    if (exact != null) {
      int middle = exact.middle();
      earlier = exact.part(0, middle);
      later = exact.part(middle, exact.size());
    } else {
      SketchedAttempts parts = Objects.requireNonNull(sketched);
      int middle = parts.middle();
      earlier = parts.part(0, middle);
      later = parts.part(middle, parts.count());
    }
    return earlier.has(pairing) && later.has(pairing)
        ? new Attempts.Halves(earlier.times(pairing), later.times(pairing))
        : null;
  }

  /** Uses the pairs if they are a fair sample of all requests, and if there are enough of them. */
  private static Pairing pairing(AttemptPart all, double percentile, List<String> remarks) {
    double pairs = all.pairs();
    if (pairs == 0) {
      return Pairing.UNKNOWN;
    }
    if (pairs == all.requests()) {
      return Pairing.PAIRED;
    }
    double medianMs = ReissueForecast.of(all.firstOnly(), ReissuePolicy.NONE).percentileMillis(50);
    double expected = ReissueForecast.of(all.firstOnly(), ReissuePolicy.NONE).shareWithin(medianMs);
    double found = ReissueForecast.of(all.pairsOnly(), ReissuePolicy.NONE).shareWithin(medianMs);
    double error = Math.sqrt(expected * (1 - expected) / pairs);
    if (Math.abs(found - expected) > Math.max(ERRORS * error, LEAST_BIAS)) {
      remarks.add(
          "requests with a copy are no fair sample: %s of them take at most the median of all, %s; copies are taken to be independent of first requests. To know how both go together, send 1 to 2 %% of all requests twice at once"
              .formatted(Numbers.percent(found), Numbers.time(medianMs)));
      return Pairing.INDEPENDENT;
    }
    if (!SampleSize.carries((long) pairs, percentile)) {
      remarks.add(
          "%s requests with a copy are too few for a %s, which takes %s: copies are taken to be independent of first requests"
              .formatted(
                  Numbers.count((long) pairs),
                  Numbers.percentile(percentile),
                  Numbers.count(SampleSize.fewest(percentile))));
      return Pairing.INDEPENDENT;
    }
    return Pairing.PAIRED;
  }
}
