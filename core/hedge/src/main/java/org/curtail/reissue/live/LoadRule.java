package org.curtail.reissue.live;

import java.util.List;
import org.curtail.reissue.times.Wording;

/**
 * Returns the share of hedges that may be sent, from observations of a service. Hedges help against
 * slow replicas. If all replicas are slow or failing, copies increase the overload. Then more calls
 * become late and get copies (scylladb#3156 reports such a collapse). Three signs indicate that:
 *
 * <ul>
 *   <li>attempts fail;
 *   <li>the median is above the usual median, as noise slows few attempts but load slows all;
 *   <li>many more calls are late than the plan expects.
 * </ul>
 *
 * <p>Each sign has a range. All hedges are sent up to its low end, and none from its high end on.
 * Between both ends, the share falls linearly. The worst sign decides. Immutable.
 *
 * @param failures share of attempts that fail
 * @param slowdown median divided by the usual median
 * @param lateness share of late calls divided by the planned share
 * @param leastAttempts number of attempts below which all hedges are sent
 */
public record LoadRule(Range failures, Range slowdown, Range lateness, int leastAttempts) {
  /** Failures 2 to 10 %, median 1.5 to 3 times the usual, late calls 2 to 5 times the planned. */
  public static final LoadRule USUAL =
      new LoadRule(new Range(0.02, 0.1), new Range(1.5, 3), new Range(2, 5), 50);

  /**
   * The range of a sign.
   *
   * @param low end up to which all hedges are sent, at least 0
   * @param high end from which on no hedge is sent: more than {@code low}, finite
   */
  public record Range(double low, double high) {
    public Range {
      if (!(low >= 0 && low < high) || high == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "expected 0 <= low < high, both finite: " + low + " to " + high);
      }
    }

    /** Returns 1 up to the low end, 0 from the high end on. */
    double open(double value) {
      return Math.clamp((high - value) / (high - low), 0, 1);
    }
  }

  /**
   * The decision.
   *
   * @param openShare share of the due hedges that may be sent: 0 to 1
   * @param reason reason in plain words, one sentence
   */
  public record Verdict(double openShare, String reason) {}

  private record Sign(double open, String words) {}

  /** Decides by the signs. */
  public Verdict judge(LoadSigns signs) {
    if (signs.attempts() < leastAttempts) {
      return new Verdict(
          1,
          "All hedges may be sent: only %d recent attempts, too few to judge the load."
              .formatted(signs.attempts()));
    }
    Sign worst = failures(signs);
    for (Sign sign : List.of(slowdown(signs), lateness(signs))) {
      worst = sign.open() < worst.open() ? sign : worst;
    }
    if (worst.open() == 1) {
      return new Verdict(1, "All hedges may be sent: no sign of too much load.");
    }
    return new Verdict(
        worst.open(),
        worst.open() == 0
            ? "No hedge is sent: %s.".formatted(worst.words())
            : "%s of the hedges are sent: %s."
                .formatted(Wording.percent(worst.open()), worst.words()));
  }

  private Sign failures(LoadSigns signs) {
    return new Sign(
        failures.open(signs.failedShare()),
        "%s of the attempts fail, and copies would add load"
            .formatted(Wording.percent(signs.failedShare())));
  }

  private Sign slowdown(LoadSigns signs) {
    if (signs.usualMedianMillis() == 0 || signs.medianMillis() == 0) {
      return new Sign(1, "");
    }
    double times = signs.medianMillis() / signs.usualMedianMillis();
    return new Sign(
        slowdown.open(times),
        "the median of first attempts is %s, %s times the usual %s, so all replicas are slow"
            .formatted(
                Wording.millis(signs.medianMillis()),
                Wording.number(times),
                Wording.millis(signs.usualMedianMillis())));
  }

  private Sign lateness(LoadSigns signs) {
    if (signs.plannedShare() == 0) {
      return new Sign(1, "");
    }
    double times = signs.lateShare() / signs.plannedShare();
    return new Sign(
        lateness.open(times),
        "%s of the calls have no answer when a hedge is due, %s times the planned %s"
            .formatted(
                Wording.percent(signs.lateShare()),
                Wording.number(times),
                Wording.percent(signs.plannedShare())));
  }

  /**
   * Signs of trouble of a service.
   *
   * @param attempts number of recent attempts that were answered or failed: at least 0
   * @param failedShare share of these attempts that failed, 0 to 1
   * @param medianMillis recent median of first attempts; 0 if unknown
   * @param usualMedianMillis usual median; 0 if unknown
   * @param lateShare share of recent first attempts that took longer than the delay of the plan
   * @param plannedShare share of such first attempts when the plan was made; 0 if unknown
   */
  public record LoadSigns(
      long attempts,
      double failedShare,
      double medianMillis,
      double usualMedianMillis,
      double lateShare,
      double plannedShare) {}
}
