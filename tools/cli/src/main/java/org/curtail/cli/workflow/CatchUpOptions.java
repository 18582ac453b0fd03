package org.curtail.cli.workflow;

import java.util.List;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.commandline.CommandWords;
import org.curtail.workflow.CatchUpBudget;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of the help for late requests, and of its cost. */
final class CatchUpOptions implements CommandWords.Options {
  static final String THREADS_KIND = "threads";
  static final String PRIORITY_KIND = "priority";
  static final String REISSUE_KIND = "reissue";

  private static final List<String> KINDS = List.of(THREADS_KIND, PRIORITY_KIND, REISSUE_KIND);
  private static final int MOST_DEGREE = 1_000;
  private static final double MOST_SPEEDUP = 1_000;

  /**
   * Defaults as in the paper, except the last one. The last default is in the middle of the paper's
   * range, 1/30 to 1/6.
   */
  private static final double THREADS = 0.063;

  private static final double PRIORITY = 0.015;
  private static final double REISSUE = 0.1;

  @Option(
      names = "--catch-up",
      split = ",",
      paramLabel = "KIND",
      description =
          "Help for a request that is late as a whole: threads, more of them in each later service; priority, first in their queues; reissue, copies more often and earlier. Default: none.")
  private List<String> kinds = List.of();

  @Option(
      names = "--catch-up-budget",
      paramLabel = "X",
      description =
          "Budget of this help: of threads, thread time beside that of all calls (default 0.063); of priority, the calls with priority (0.015); of reissue, a part of the budget of copies (0.1).")
  private @Nullable Double share;

  @Option(
      names = "--catch-up-degree",
      paramLabel = "N",
      description = "With --catch-up threads: threads of a late call. Default: 3.")
  private @Nullable Integer degree;

  @Option(
      names = "--catch-up-speedup",
      paramLabel = "X",
      description = "With --catch-up threads: speedup of such a call. Default: 2.")
  private @Nullable Double speedup;

  /**
   * The budget for late requests, with one kind of help.
   *
   * @throws UsageError if an option is out of range, or needs another one, or there are several
   *     kinds
   */
  CatchUpBudget budget() {
    List<CatchUpBudget> budgets = budgets();
    if (budgets.size() > 1) {
      throw new UsageError(
          "--catch-up: expected one of %s, found %s; curtail workflow simulate compares several"
              .formatted(String.join(", ", KINDS), String.join(",", kinds)));
    }
    return budgets.isEmpty() ? CatchUpBudget.NONE : budgets.getFirst();
  }

  /**
   * The budgets of several kinds of help, for a comparison.
   *
   * @throws UsageError if an option is out of range, or needs another one
   */
  List<CatchUpBudget> budgets() {
    if (kinds.isEmpty()) {
      OptionRules.needs("--catch-up-budget", share != null, "--catch-up");
    } else {
      OptionRules.each("--catch-up", kinds);
    }
    if (!kinds.contains(THREADS_KIND)) {
      OptionRules.needs("--catch-up-degree", degree != null, "--catch-up threads");
      OptionRules.needs("--catch-up-speedup", speedup != null, "--catch-up threads");
    }
    return kinds.stream().map(this::budget).toList();
  }

  private CatchUpBudget budget(String kind) {
    return switch (kind) {
      case THREADS_KIND ->
          new CatchUpBudget.Threads(
              OptionRules.whole("--catch-up-degree", degree == null ? 3 : degree, 2, MOST_DEGREE),
              OptionRules.above(
                  "--catch-up-speedup", 0, speedup == null ? 2 : speedup, MOST_SPEEDUP),
              share(THREADS));
      case PRIORITY_KIND -> new CatchUpBudget.Priority(share(PRIORITY));
      case REISSUE_KIND -> new CatchUpBudget.GlobalReissue(below1(share(REISSUE)));
      default -> throw OptionRules.unknown("--catch-up", kind, KINDS);
    };
  }

  private double share(double otherwise) {
    return OptionRules.number("--catch-up-budget", share == null ? otherwise : share, 0, 1);
  }

  private static double below1(double share) {
    if (share == 1) {
      throw new UsageError(
          "--catch-up-budget: expected a part of --budget below 1, such as 0.1, found 1");
    }
    return share;
  }

  @Override
  public void writeTo(CommandWords line) {
    line.ifGiven("--catch-up", kinds.isEmpty() ? null : kinds)
        .ifGiven("--catch-up-budget", share == null ? null : Numbers.exact(share))
        .ifGiven("--catch-up-degree", degree)
        .ifGiven("--catch-up-speedup", speedup == null ? null : Numbers.exact(speedup));
  }
}
