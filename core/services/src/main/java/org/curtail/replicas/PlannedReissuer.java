package org.curtail.replicas;

import java.util.List;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** Sends copies by a plan. It draws the coins when the original is sent. */
final class PlannedReissuer extends Reissuer {
  private final List<Reissue> reissues;
  private final Coins coins;

  PlannedReissuer(ReissuePolicy policy, ReplicaTrace trace, ReplicaRun run) {
    super(run);
    reissues = policy.reissues();
    coins = new Coins(trace.seed(), Coins.Purpose.REISSUE);
  }

  @Override
  void arrived(Call call, double nowMillis) {
    run.sendFirst(call, nowMillis);
    for (int i = 0; i < reissues.size(); i++) {
      Reissue reissue = reissues.get(i);
      if (coins.unit(call.index, i) < reissue.probability()) {
        run.remind(call, i, nowMillis + reissue.delayMillis());
      }
    }
  }

  @Override
  void due(Call call, int number, double nowMillis) {
    run.sendCopy(call, nowMillis);
  }
}
