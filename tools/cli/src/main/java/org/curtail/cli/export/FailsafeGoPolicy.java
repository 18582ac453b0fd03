package org.curtail.cli.export;

import java.util.List;
import java.util.Set;

/** A hedge policy of failsafe-go with a budget, in Go. */
final class FailsafeGoPolicy extends Target {
  FailsafeGoPolicy() {
    super("failsafe-go", "a hedge policy of failsafe-go, Go", Set.of(), true);
  }

  @Override
  ExportText export(Copies copies, Names names) {
    String delay = goDuration(copies.delayNanos());
    String builder =
        copies.always()
            ? "hedgepolicy.NewBuilderWithDelay[*http.Response](%s)".formatted(delay)
            : """
            hedgepolicy.NewBuilderWithDelayFunc[*http.Response](
            \tfunc(failsafe.ExecutionAttempt[*http.Response]) time.Duration {
            \t\tif rand.Float64() < %s {
            \t\t\treturn %s
            \t\t}
            \t\treturn 24 * time.Hour // no copy
            \t})\
            """
                .formatted(number(copies.probability()), delay);
    return new ExportText(
        """
        // Only for requests that may run twice.
        extra := budget.NewBuilder().WithMaxRate(%s).Build()
        hedge := %s.
        \tWithMaxHedges(1).
        \tWithBudget(extra).
        \tBuild()
        """
            .formatted(number(copies.budget()), builder),
        List.of(
            "the budget of failsafe-go is a share of the requests that are active, not of all; take"
                + " 0.9.7 or later, where a budget that is spent does not end requests",
            "the first attempt that ends wins, also if it failed: CancelIf says which results count"));
  }
}
