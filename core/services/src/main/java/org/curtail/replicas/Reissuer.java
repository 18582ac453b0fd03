package org.curtail.replicas;

import java.util.Arrays;
import java.util.List;
import org.curtail.Percentile;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePolicy;

/** State and logic of a {@link Reissuing} during a run. */
abstract sealed class Reissuer
    permits Reissuer.PlannedReissuer,
        Reissuer.PercentileReissuer,
        Reissuer.TiedReissuer,
        LaedgeReissuer {
  final ReplicaRun run;

  Reissuer(ReplicaRun run) {
    this.run = run;
  }

  static Reissuer of(ReplicaSimulation simulation, ReplicaTrace trace, ReplicaRun run) {
    return switch (simulation.reissue()) {
      case Reissuing.Planned planned -> new PlannedReissuer(planned.policy(), trace, run);
      case Reissuing.AfterPercentile percentile -> new PercentileReissuer(percentile, run);
      case Reissuing.Tied tied -> new TiedReissuer(tied, run);
      case Reissuing.Laedge laedge -> new LaedgeReissuer(simulation, run);
    };
  }

  /** Called when a call arrives. Sends the original now or later. */
  abstract void arrived(Call call, double nowMillis);

  /**
   * Called when a scheduled copy is due.
   *
   * @param call call without an answer
   */
  abstract void due(Call call, int number, double nowMillis);

  /** Called when a copy's service has begun. */
  void started(Copy copy, double nowMillis) {}

  /** Called when a call was answered. */
  void answered(Call call, double nowMillis) {}

  /** Called when a server may have a free slot. */
  void freed(Server server, double nowMillis) {}

  /** Sends copies by a plan. Coins are drawn when the original is sent. */
  private static final class PlannedReissuer extends Reissuer {
    private final List<Reissue> reissues;
    private final ReplicaRandom coins;

    PlannedReissuer(ReissuePolicy policy, ReplicaTrace trace, ReplicaRun run) {
      super(run);
      reissues = policy.reissues();
      coins = new ReplicaRandom(trace.seed(), ReplicaRandom.Purpose.REISSUE);
    }

    @Override
    void arrived(Call call, double nowMillis) {
      run.sendFirst(call, nowMillis);
      for (int i = 0; i < reissues.size(); i++) {
        Reissue reissue = reissues.get(i);
        if (coins.unit(call.index, i) < reissue.probability()) {
          run.schedule(call, i, nowMillis + reissue.delayMillis());
        }
      }
    }

    @Override
    void due(Call call, int number, double nowMillis) {
      run.sendCopy(call, nowMillis);
    }
  }

  /** Sends a copy after a percentile of the last latencies. */
  private static final class PercentileReissuer extends Reissuer {
    private final double percentile;
    private final double[] lastMillis;

    /** A tenth of the window. */
    private final int step;

    private long seen;
    private double delayMillis = Double.POSITIVE_INFINITY;

    PercentileReissuer(Reissuing.AfterPercentile reissue, ReplicaRun run) {
      super(run);
      percentile = reissue.percentile();
      lastMillis = new double[reissue.window()];
      step = reissue.window() / 10;
    }

    @Override
    void arrived(Call call, double nowMillis) {
      run.sendFirst(call, nowMillis);
      if (delayMillis < Double.POSITIVE_INFINITY) {
        run.schedule(call, 0, nowMillis + delayMillis);
      }
    }

    @Override
    void due(Call call, int number, double nowMillis) {
      run.sendCopy(call, nowMillis);
    }

    @Override
    void answered(Call call, double nowMillis) {
      lastMillis[(int) (seen++ % lastMillis.length)] =
          Copy.elapsedMillis(call.arrivalMillis, nowMillis);
      if (seen >= lastMillis.length && seen % step == 0) {
        double[] ascending = lastMillis.clone();
        Arrays.sort(ascending);
        delayMillis = Percentile.of(ascending, percentile);
      }
    }
  }

  /** Sends each request twice. The attempt that starts first cancels the other. */
  private static final class TiedReissuer extends Reissuer {
    private final double messageMillis;

    TiedReissuer(Reissuing.Tied reissue, ReplicaRun run) {
      super(run);
      messageMillis = reissue.messageMillis();
    }

    @Override
    void arrived(Call call, double nowMillis) {
      run.sendFirst(call, nowMillis);
      run.schedule(call, 0, nowMillis + 2 * messageMillis);
    }

    @Override
    void due(Call call, int number, double nowMillis) {
      Copy first = call.copies.getFirst();
      boolean isKnown =
          first.state != Copy.State.WAITING && first.startedMillis + messageMillis <= nowMillis;
      if (isKnown) {
        // The second server got the message before the copy, and drops the copy at once.
        run.countDropped(call);
      } else {
        run.sendCopy(call, nowMillis);
      }
    }

    @Override
    void started(Copy copy, double nowMillis) {
      for (Copy other : copy.call.copies) {
        if (other != copy && other.state == Copy.State.WAITING) {
          run.dropIfWaiting(other, nowMillis, messageMillis);
        }
      }
    }
  }
}
