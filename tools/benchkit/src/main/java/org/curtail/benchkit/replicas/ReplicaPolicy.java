package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.NearestName;

/** A policy for copies of a request. */
public enum ReplicaPolicy {
  /** No copies. */
  NONE(false),
  /**
   * A copy after the 95th percentile of the recorded times: the rule of The Tail at Scale (Dean,
   * Barroso, CACM 2013), without a budget.
   */
  HEDGE_P95(false),
  /**
   * A copy after the 90th percentile of the client's own recent latencies, within a tenth of the
   * requests: the rule of github.com/bhope/hedge.
   */
  LEARNED_P90(false),
  /** A copy after the best delay for the budget, by the recorded times. */
  SINGLE_D(true),
  /**
   * A copy after the best delay and with the best probability for the budget, by the recorded
   * times.
   */
  SINGLE_R(true),
  /** {@link #SINGLE_R}, learned from the answers of this service alone. */
  SINGLE_R_ADAPTIVE(true),
  /** A copy at once if another replica has a free slot; without a budget. */
  LAEDGE(false);

  private final boolean budgeted;

  ReplicaPolicy(boolean budgeted) {
    this.budgeted = budgeted;
  }

  /** True if the policy keeps a budget. */
  public boolean isBudgeted() {
    return budgeted;
  }

  /** Name on the command line: {@code single-r}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns all names. */
  public static List<String> names() {
    return Stream.of(values()).map(ReplicaPolicy::toString).toList();
  }

  /**
   * Returns the policy of a name.
   *
   * @throws IllegalArgumentException if there is none; the message lists all names
   */
  public static ReplicaPolicy named(String name) {
    return Stream.of(values())
        .filter(policy -> policy.toString().equals(name))
        .findFirst()
        .orElseThrow(() -> NearestName.unknown(name, names()));
  }
}
