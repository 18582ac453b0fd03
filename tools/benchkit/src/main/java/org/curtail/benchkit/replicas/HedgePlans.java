package org.curtail.benchkit.replicas;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.curtail.benchkit.text.Numbers;
import org.curtail.hedge.Hedge;
import org.curtail.hedge.HedgeSetup;
import org.curtail.reissue.AttemptTimes;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePlanner;
import org.curtail.reissue.ReissuePolicy;

/**
 * The plans of contenders for copies, from the recorded times. The times have no queues and no
 * noise, so plans are only as good as the log. The adaptive policy has no plan.
 */
final class HedgePlans {
  private static final double TAIL_AT_SCALE = 95;

  private final ReplicaSetting setting;
  private final Map<ReplicaContender, ReissuePlan> plans = new LinkedHashMap<>();
  private final ReissuePolicy tailAtScale;

  /** Creates the plans of all contenders. */
  HedgePlans(ReplicaSetting setting) {
    this.setting = setting;
    tailAtScale = ReissuePolicy.singleD(setting.times().percentileMs(TAIL_AT_SCALE));
    AttemptTimes attempts = setting.times().attempts();
    for (ReplicaContender contender : setting.contenders()) {
      plan(contender, attempts).ifPresent(plan -> plans.put(contender, plan));
    }
  }

  private Optional<ReissuePlan> plan(ReplicaContender contender, AttemptTimes attempts) {
    return switch (contender.policy()) {
      case SINGLE_D -> Optional.of(ReissuePlanner.singleD(attempts, goal(contender)));
      case SINGLE_R -> Optional.of(ReissuePlanner.singleR(attempts, goal(contender)));
      case NONE, HEDGE_P95, SINGLE_R_ADAPTIVE, LAEDGE -> Optional.empty();
    };
  }

  private ReissueGoal goal(ReplicaContender contender) {
    return new ReissueGoal(setting.percentile(), contender.budget().orElseThrow());
  }

  /** Starts a contender's sender. */
  Sender start(ReplicaContender contender, ReplicaClient client) {
    return switch (contender.policy()) {
      // A hedge without copies: all contenders use the same code.
      case NONE -> hedged(Hedge.of(ReissuePolicy.NONE), contender, client);
      case HEDGE_P95 -> new DelayedSender(client, tailAtScale.reissues().getFirst().delayNanos());
      case SINGLE_D, SINGLE_R -> hedged(Hedge.of(planOf(contender)), contender, client);
      case SINGLE_R_ADAPTIVE -> hedged(Hedge.adaptive(goal(contender)), contender, client);
      case LAEDGE -> new IdleSender(client, setting.replicas(), setting.slots());
    };
  }

  private ReissuePlan planOf(ReplicaContender contender) {
    ReissuePlan plan = plans.get(contender);
    if (plan == null) {
      throw new IllegalArgumentException("no plan of " + contender.name());
    }
    return plan;
  }

  private Sender hedged(HedgeSetup setup, ReplicaContender contender, ReplicaClient client) {
    return new HedgedSender(
        setup.named(contender.name()).idempotent().seed(setting.seed()).start(), client);
  }

  /** Returns descriptions of the delays and of the plans' estimates without queues and noise. */
  Map<String, String> inWords() {
    var words = new LinkedHashMap<String, String>();
    for (ReplicaContender contender : setting.contenders()) {
      switch (contender.policy()) {
        case HEDGE_P95 ->
            words.put("plan of hedge-p95", inWords(tailAtScale) + ", no budget and no load guard");
        case SINGLE_D, SINGLE_R -> {
          ReissuePlan plan = planOf(contender);
          words.put(
              "plan of " + contender.name(),
              "%s; without queues and noise %s %s instead of %s"
                  .formatted(
                      inWords(plan.policy()),
                      Numbers.percentile(setting.percentile()),
                      Numbers.time(plan.predictedMillis()),
                      Numbers.time(plan.withoutMillis())));
        }
        case NONE, SINGLE_R_ADAPTIVE, LAEDGE -> {}
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
