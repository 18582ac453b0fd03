package org.curtail.cli.workflow;

import java.util.List;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.Misuse;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.workflow.BudgetSplit;
import org.curtail.workflow.EqualBudget;
import org.curtail.workflow.EqualFraction;
import org.curtail.workflow.HullFill;
import org.curtail.workflow.SlowestStage;
import org.curtail.workflow.SumVar;

/** A way to split a budget over stages, by the name that options and tables have for it. */
enum Split {
  HULL("hull", "by hulls"),
  SUM_VAR("sum-var", "SumVar"),
  EQUAL_FRACTION("equal-fraction", "equal fractions"),
  EQUAL_BUDGET("equal-budget", "equal budgets"),
  SLOWEST_STAGE("slowest-stage", "all on the slowest stage");

  /** With which a plan is compared. */
  static final List<Split> OPPONENTS = List.of(EQUAL_FRACTION, EQUAL_BUDGET, SLOWEST_STAGE);

  final String option;
  final String words;

  Split(String option, String words) {
    this.option = option;
    this.words = words;
  }

  /** How it splits. */
  BudgetSplit split() {
    return switch (this) {
      case HULL -> new HullFill();
      case SUM_VAR -> new SumVar();
      case EQUAL_FRACTION -> new EqualFraction();
      case EQUAL_BUDGET -> new EqualBudget();
      case SLOWEST_STAGE -> new SlowestStage();
    };
  }

  /**
   * That of a name.
   *
   * @throws Misuse if there is none
   */
  static Split named(String option, String name) {
    List<String> names = Stream.of(values()).map(split -> split.option).toList();
    return Stream.of(values())
        .filter(split -> split.option.equals(name))
        .findFirst()
        .orElseThrow(() -> OptionRules.unknown(option, name, names));
  }
}
