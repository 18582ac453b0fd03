package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.curtail.benchkit.text.Numbers;

/**
 * A compared policy.
 *
 * @param name in results: that of the policy, and its budget if there are several
 * @param budget copies per request, of a policy that keeps one
 */
public record ReplicaContender(String name, ReplicaPolicy policy, OptionalDouble budget) {
  public ReplicaContender {
    if (policy.isBudgeted() != budget.isPresent()) {
      throw new IllegalArgumentException("expected a budget exactly if one is kept: " + policy);
    }
  }

  /**
   * Each policy once, those with a budget once for each budget.
   *
   * @param budgets at least one
   */
  public static List<ReplicaContender> of(List<ReplicaPolicy> policies, List<Double> budgets) {
    var contenders = new ArrayList<ReplicaContender>();
    for (ReplicaPolicy policy : policies) {
      if (!policy.isBudgeted()) {
        contenders.add(new ReplicaContender(policy.toString(), policy, OptionalDouble.empty()));
        continue;
      }
      for (double budget : budgets) {
        String name = budgets.size() == 1 ? "" : "@" + Numbers.plain(budget);
        contenders.add(new ReplicaContender(policy + name, policy, OptionalDouble.of(budget)));
      }
    }
    return contenders;
  }
}
