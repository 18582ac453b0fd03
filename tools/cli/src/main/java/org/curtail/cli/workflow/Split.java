package org.curtail.cli.workflow;

import java.util.List;
import org.curtail.benchkit.terminal.OptionRules;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.workflow.plan.BudgetSplit;

/** A way to split a budget over stages, with its name in options and tables. */
enum Split {
  HULL("hull", "by hulls"),
  SUM_VAR("sum-var", "SumVar"),
  EQUAL_FRACTION("equal-fraction", "equal fractions"),
  EQUAL_BUDGET("equal-budget", "equal budgets"),
  SLOWEST_STAGE("slowest-stage", "all on the slowest stage");

  /** Other ways, for comparison with a plan. */
  static final List<Split> OPPONENTS = List.of(EQUAL_FRACTION, EQUAL_BUDGET, SLOWEST_STAGE);

  final String option;
  final String words;

  Split(String option, String words) {
    this.option = option;
    this.words = words;
  }

  /** The rule of the split. */
  BudgetSplit split() {
    return switch (this) {
      case HULL -> BudgetSplit.leastVariance();
      case SUM_VAR -> BudgetSplit.sumVar();
      case EQUAL_FRACTION -> BudgetSplit.equalFraction();
      case EQUAL_BUDGET -> BudgetSplit.equalBudget();
      case SLOWEST_STAGE -> BudgetSplit.slowestStage();
    };
  }

  /**
   * The split with a name.
   *
   * @throws UsageError if no split has this name
   */
  static Split named(String option, String name) {
    return OptionRules.named(option, name, List.of(values()), split -> split.option);
  }
}
