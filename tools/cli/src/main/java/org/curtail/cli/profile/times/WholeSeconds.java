package org.curtail.cli.profile.times;

import java.util.Arrays;
import java.util.List;
import org.curtail.benchkit.latencylog.TimedRequests;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.text.Numbers;
import org.jspecify.annotations.Nullable;

/**
 * Requests whose moments are whole seconds, as access logs have them. How many there were in each
 * second is known, and how busy the service was in the mean; which of them waited is not.
 */
final class WholeSeconds {
  /** Moments that are finer than this part of a duration tell who waited. */
  private static final double FINE = 0.1;

  private WholeSeconds() {}

  /** Whether moments are too coarse for the durations. */
  static boolean areTooCoarse(TimedRequests logged) {
    return logged.hasArrivals()
        && logged.resolutionMs() > FINE * Arrays.stream(logged.durationsMs()).average().orElse(0);
  }

  /**
   * Service times of such requests: their durations. Each arrives somewhere at random in its
   * second.
   *
   * @param rule as the user names it; null if not said
   * @param file for messages
   * @throws Misuse if the rule is to take out waiting
   */
  static ServiceTimes times(
      @Nullable WaitingRule rule, TimedRequests logged, long seed, String file) {
    return switch (rule) {
      case null -> asLogged(logged, seed, "");
      case WaitingRule.None none ->
          asLogged(logged, seed, "; it is taken on trust that their durations hold no waiting");
      case WaitingRule.Alone alone -> throw unseparable("alone", file);
      case WaitingRule.Fifo fifo -> throw unseparable("fifo:" + fifo.workers(), file);
    };
  }

  private static Misuse unseparable(String rule, String file) {
    return new Misuse(
        "%s: --waiting %s: expected moments with fractions of a second, found whole seconds, which do not tell who waited; log finer ones (nginx: $msec, Apache: %%{usec_frac}t), or say --waiting none"
            .formatted(file, rule));
  }

  private static ServiceTimes asLogged(TimedRequests logged, long seed, String trust) {
    TimedRequests placed = logged.placedWithin(seed);
    double most = ServiceTimes.overlapping(logged);
    List<String> notes =
        most <= ServiceTimes.FEW
            ? List.of()
            : List.of(
                "moments are whole seconds, which do not tell which requests waited: %s were in the service at once in the mean, and %s met another one if they came at random within their seconds, at most %s; if they waited for each other, the profile is too long%s"
                    .formatted(
                        Numbers.significant(meanInService(logged)),
                        Numbers.percent(ServiceTimes.overlapping(placed)),
                        Numbers.percent(most),
                        trust));
    return ServiceTimes.asLogged(
        placed,
        "durations are taken as service times, as they are; each request arrives at random within its second",
        notes);
  }

  /** By Little's law: exact whatever the moments within a second. */
  private static double meanInService(TimedRequests logged) {
    double[] arrivals = logged.arrivalsMs();
    double spanMs = arrivals[arrivals.length - 1] - arrivals[0] + logged.resolutionMs();
    return Arrays.stream(logged.durationsMs()).sum() / spanMs;
  }
}
