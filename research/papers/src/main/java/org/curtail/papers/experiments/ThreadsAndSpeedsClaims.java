package org.curtail.papers.experiments;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.curtail.benchkit.results.Answer;
import org.curtail.benchkit.results.Claim;
import org.curtail.benchkit.text.Numbers;

/** Gains of few to many and slow to fast together that neither brings alone. */
final class ThreadsAndSpeedsClaims {
  private static final String FIGURE = "Threads and speeds together";

  private final Claims claims = new Claims();
  private final ThreadsAndSpeeds measured;

  private ThreadsAndSpeedsClaims(ThreadsAndSpeeds measured) {
    this.measured = measured;
  }

  static List<Claim> of(ThreadsAndSpeeds measured) {
    var all = new ThreadsAndSpeedsClaims(measured);
    for (String machine :
        measured.keys().stream().map(ThreadsAndSpeeds.Key::machine).distinct().toList()) {
      for (double targetMs : ThreadsAndSpeeds.TARGETS_MS) {
        all.compare(machine, targetMs);
      }
    }
    return all.claims.all();
  }

  private void compare(String machine, double targetMs) {
    List<ThreadsAndSpeeds.Key> keys =
        measured.keys().stream()
            .filter(key -> key.machine().equals(machine) && key.targetMs() == targetMs)
            .toList();
    String where = "%s, p99 of %s".formatted(machine, Numbers.time(targetMs));
    lower(ThreadsAndSpeeds.SPEEDS, keys, where);
    lower(ThreadsAndSpeeds.THREADS, keys, where);
    claims.answered(
        FIGURE,
        "together they meet the target at every load; " + where,
        Answer.of(keys.stream().allMatch(key -> measured.meets(key, ThreadsAndSpeeds.BOTH))),
        "%% above what one schedule draws at least: %s; above the clairvoyant limit: %s"
            .formatted(
                words(keys, key -> measured.percentAbove(key, ThreadsAndSpeeds.Drawn::pace)),
                words(
                    keys, key -> measured.percentAbove(key, ThreadsAndSpeeds.Drawn::clairvoyant))),
        "a request that waits or shares cores must be faster than a lone request");
  }

  private void lower(String alone, List<ThreadsAndSpeeds.Key> keys, String where) {
    claims.answered(
        FIGURE,
        "together they draw less than %s at the same tail, or that misses it; %s"
            .formatted(alone, where),
        keys.stream().map(key -> isLower(key, alone)).reduce(Answer.YES, Answer::and),
        "%% less: %s".formatted(words(keys, key -> measured.percentBelow(key, alone))),
        "if one thread at a slow clock is in time, more threads save nothing. Under load, threads of one request take cores from others");
  }

  private Answer isLower(ThreadsAndSpeeds.Key key, String alone) {
    if (!measured.meets(key, alone)) {
      return Answer.of(measured.meets(key, ThreadsAndSpeeds.BOTH));
    }
    return measured.percentBelow(key, alone).map(it -> it.above(0)).orElse(Answer.NO);
  }

  private static String words(
      List<ThreadsAndSpeeds.Key> keys, Function<ThreadsAndSpeeds.Key, Optional<Estimate>> number) {
    return keys.stream()
        .map(key ->
            "%s at a load of %s"
                .formatted(
                    number
                        .apply(key)
                        .map(it ->
                            "%s (%s to %s)"
                                .formatted(
                                    Numbers.decimal(it.mean()),
                                    Numbers.decimal(it.low()),
                                    Numbers.decimal(it.high())))
                        .orElse("target missed"),
                    Numbers.percent(key.load())))
        .collect(Collectors.joining(", "));
  }
}
