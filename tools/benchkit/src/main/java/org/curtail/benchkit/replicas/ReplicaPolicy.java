package org.curtail.benchkit.replicas;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.curtail.benchkit.terminal.NearestName;

/** Policy for sending a request to a second replica. */
public enum ReplicaPolicy {
  /** Never. */
  NONE(false),
  /**
   * After the 95th percentile of the recorded times, always: the rule of The Tail at Scale (Dean,
   * Barroso, CACM 2013), which has no budget.
   */
  HEDGE_P95(false),
  /** After the delay that is best for the budget by the recorded times. */
  SINGLE_D(true),
  /** After the delay and with the probability that are best for the budget. */
  SINGLE_R(true),
  /** The same, learned from the answers of this service alone. */
  SINGLE_R_ADAPTIVE(true),
  /** At once, if another replica has a free slot; no budget. */
  LAEDGE(false);

  private final boolean budgeted;

  ReplicaPolicy(boolean budgeted) {
    this.budgeted = budgeted;
  }

  /** True if it keeps a budget. */
  public boolean isBudgeted() {
    return budgeted;
  }

  /** Name on the command line: {@code single-r}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The names of all. */
  public static List<String> names() {
    return Stream.of(values()).map(ReplicaPolicy::toString).toList();
  }

  /**
   * The policy of a name.
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
