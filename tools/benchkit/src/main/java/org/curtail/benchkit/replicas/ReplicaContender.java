package org.curtail.benchkit.replicas;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.curtail.benchkit.text.Numbers;

/**
 * A compared policy.
 *
 * @param name name in results: the policy, and the budget if there are several budgets
 * @param budget budget in copies per request; empty for a policy without a budget
 */
public record ReplicaContender(String name, ReplicaPolicy policy, OptionalDouble budget) {
  public ReplicaContender {
    if (policy.isBudgeted() != budget.isPresent()) {
      throw new IllegalArgumentException("expected a budget exactly if one is kept: " + policy);
    }
  }

  /**
   * Returns a contender for each policy; a policy with a budget has one for each budget.
   *
   * @param budgets at least one budget
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
