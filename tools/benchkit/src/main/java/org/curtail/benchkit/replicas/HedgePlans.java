package org.curtail.benchkit.replicas;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.text.Numbers;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeSetup;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;

/**
 * The plans of contenders for copies. Plans from recorded times know no queues and no noise, so
 * they are only as good as the log. The adaptive policy has no plan.
 */
final class HedgePlans {
  private static final double TAIL_AT_SCALE = 95;

  private final ReplicaSetting setting;
  private final Map<ReplicaContender, ReissuePlan> plans = new LinkedHashMap<>();
  private final ReissuePolicy tailAtScale;

  /** Creates the plans of all contenders from recorded times. */
  HedgePlans(ReplicaSetting setting) {
    this(setting, new CopyPlanner.FromTimes(setting.times()));
  }

  private HedgePlans(ReplicaSetting setting, CopyPlanner planner) {
    this.setting = setting;
    tailAtScale = ReissuePolicy.singleD(planner.percentileMillis(TAIL_AT_SCALE));
    for (ReplicaContender contender : setting.contenders()) {
      plan(contender, planner).ifPresent(plan -> plans.put(contender, plan));
    }
  }

  /** Returns the plans for each load. */
  static Map<Double, HedgePlans> byLoad(ReplicaSetting setting) {
    var byLoad = new LinkedHashMap<Double, HedgePlans>();
    switch (setting.planning()) {
      case FROM_TIMES -> {
        var plans = new HedgePlans(setting);
        setting.loads().forEach(load -> byLoad.put(load, plans));
      }
      case UNDER_LOAD ->
          setting
              .loads()
              .forEach(load ->
                  byLoad.put(load, new HedgePlans(setting, new QueuePlanner(setting, load))));
    }
    return byLoad;
  }

  private Optional<ReissuePlan> plan(ReplicaContender contender, CopyPlanner planner) {
    return switch (contender.policy()) {
      case SINGLE_D -> Optional.of(planner.singleD(goal(contender)));
      case SINGLE_R -> Optional.of(planner.singleR(goal(contender)));
      case NONE, HEDGE_P95, LEARNED_P90, SINGLE_R_ADAPTIVE, LAEDGE -> Optional.empty();
    };
  }

  private ReissueGoal goal(ReplicaContender contender) {
    return new ReissueGoal(setting.percentile(), contender.budget().orElseThrow());
  }

  /**
   * Starts a contender's sender.
   *
   * @param perSecond expected requests per second
   */
  Sender start(ReplicaContender contender, AttemptClient client, double perSecond) {
    return switch (contender.policy()) {
      // A hedge without copies: all contenders use the same code.
      case NONE -> hedged(Hedge.of(ReissuePolicy.NONE), contender, client);
      case HEDGE_P95 ->
          new DelayedSender(
              client, new CopyDelay.Fixed(tailAtScale.reissues().getFirst().delayNanos()));
      case LEARNED_P90 -> new DelayedSender(client, new CopyDelay.LearnedPercentile(perSecond));
      case SINGLE_D, SINGLE_R -> hedged(Hedge.of(planOf(contender)), contender, client);
      case SINGLE_R_ADAPTIVE -> hedged(Hedge.adaptive(goal(contender)), contender, client);
      case LAEDGE -> new IdleSender(client, setting.replicas(), setting.slots());
    };
  }

  /** Returns the plan of the contender with this name; empty if it has none. */
  Optional<ReissuePlan> planOf(String name) {
    return plans.entrySet().stream()
        .filter(entry -> entry.getKey().name().equals(name))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  private ReissuePlan planOf(ReplicaContender contender) {
    ReissuePlan plan = plans.get(contender);
    if (plan == null) {
      throw new IllegalArgumentException("no plan of " + contender.name());
    }
    return plan;
  }

  private Sender hedged(HedgeSetup setup, ReplicaContender contender, AttemptClient client) {
    return new HedgedSender(
        setup.named(contender.name()).idempotent().seed(setting.seed()).start(), client);
  }

  /** Returns descriptions of the delays and of the plans' estimates, by contender. */
  Map<String, String> inWords() {
    String basis =
        switch (setting.planning()) {
          case FROM_TIMES -> "without queues and noise";
          case UNDER_LOAD -> "simulated";
        };
    var words = new LinkedHashMap<String, String>();
    for (ReplicaContender contender : setting.contenders()) {
      switch (contender.policy()) {
        case HEDGE_P95 ->
            words.put("plan of hedge-p95", inWords(tailAtScale) + ", no budget and no load guard");
        case SINGLE_D, SINGLE_R -> {
          ReissuePlan plan = planOf(contender);
          words.put(
              "plan of " + contender.name(),
              "%s; %s %s %s instead of %s"
                  .formatted(
                      inWords(plan.policy()),
                      basis,
                      Numbers.percentile(setting.percentile()),
                      Numbers.time(plan.predictedMillis()),
                      Numbers.time(plan.withoutMillis())));
        }
        case NONE, LEARNED_P90, SINGLE_R_ADAPTIVE, LAEDGE -> {}
      }
    }
    return words;
  }

  private static String inWords(ReissuePolicy policy) {
    if (policy.reissues().isEmpty()) {
      return "no copies";
    }
    Reissue copy = policy.reissues().getFirst();
    return "a copy after %s%s"
        .formatted(
            Numbers.time(copy.delayMillis()),
            copy.probability() == 1
                ? ""
                : " with probability " + Numbers.significant(copy.probability()));
  }
}
