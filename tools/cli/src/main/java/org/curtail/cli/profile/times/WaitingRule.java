package org.curtail.cli.profile.times;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;

/** A rule that removes waiting from durations. */
sealed interface WaitingRule {
  /** Durations are service times. */
  record None() implements WaitingRule {}

  /** Only requests that began alone count, until the next arrival. */
  record Alone() implements WaitingRule {}

  /**
   * Only requests that found a free worker count.
   *
   * @param workers number of workers of the logged service; at least 1
   */
  record Free(int workers) implements WaitingRule {}

  /**
   * Requests began in order of arrival, each as soon as a worker was free.
   *
   * @param workers most requests served at the same time; at least 1
   */
  record Fifo(int workers) implements WaitingRule {}

  /**
   * Reads a rule of {@code --waiting}.
   *
   * @throws UsageError if the text is no rule
   */
  static WaitingRule of(String text) {
    Matcher workers = Pattern.compile("(fifo|free):(\\d{1,9})").matcher(text);
    if (workers.matches()) {
      String rule = workers.group(1);
      int count =
          OptionRules.whole("--waiting " + rule, Integer.parseInt(workers.group(2)), 1, 100_000);
      return rule.equals("fifo") ? new Fifo(count) : new Free(count);
    }
    return switch (text) {
      case "none" -> new None();
      case "alone" -> new Alone();
      default ->
          throw new UsageError(
              "--waiting: expected none, alone, free:N or fifo:N with N workers, as in fifo:4, found '%s'"
                  .formatted(Abbreviated.of(text)));
    };
  }
}
