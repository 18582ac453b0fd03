package org.curtail.traces.workflow;

import java.util.List;

/** A possible change of a stage in a workflow. */
public sealed interface Intervention {
  /** The stage. */
  StageName stage();

  /**
   * Shorter self time of the stage, with the network to it.
   *
   * @param share decrease as a share of its time: above 0, at most 1
   */
  record Faster(StageName stage, double share) implements Intervention {
    public Faster {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
      }
    }
  }

  /**
   * Upper limit of the self time of visits.
   *
   * @param limitMillis at least 0
   */
  record Capped(StageName stage, double limitMillis) implements Intervention {
    public Capped {
      if (!(limitMillis >= 0)) {
        throw new IllegalArgumentException("limit must be at least 0 ms: " + limitMillis);
      }
    }
  }

  /**
   * The work of the stage's server shared by several threads, without the network to it.
   *
   * @param speedup divisor of the server's self time: at least 1
   */
  record Parallel(StageName stage, double speedup) implements Intervention {
    public Parallel {
      if (!(speedup >= 1)) {
        throw new IllegalArgumentException("speedup must be at least 1: " + speedup);
      }
    }
  }

  /**
   * No waiting for other requests at the stage: its self times are as without others.
   *
   * @param load number of other requests that each visit found
   * @param ownMillis mean self time of visits that found 0, 1, 2 others and so on; the last also
   *     holds for more. Above 0 and not decreasing
   */
  record Unqueued(StageName stage, StageLoad load, List<Double> ownMillis) implements Intervention {
    public Unqueued {
      ownMillis = List.copyOf(ownMillis);
      double least = Double.MIN_NORMAL;
      for (double millis : ownMillis) {
        if (!(millis >= least)) {
          throw new IllegalArgumentException(
              "ownMillis must be above 0 and must not fall: " + ownMillis);
        }
        least = millis;
      }
    }

    /** Factor of a self time: the mean without others, divided by the mean with this number. */
    double factor(int others) {
      return ownMillis.getFirst() / ownMillis.get(Math.min(others, ownMillis.size() - 1));
    }
  }

  /** Calls made one after the other become concurrent. */
  record Concurrent(CallTarget called) implements Intervention {
    @Override
    public StageName stage() {
      return called.stage();
    }
  }

  /**
   * Calls are hedged: sent again if they have no answer after a delay; the first answer counts.
   *
   * @param delayMillis at least 0
   */
  record Hedged(CallTarget called, double delayMillis) implements Intervention {
    public Hedged {
      if (!(delayMillis >= 0)) {
        throw new IllegalArgumentException("delay must be at least 0 ms: " + delayMillis);
      }
    }

    @Override
    public StageName stage() {
      return called.stage();
    }
  }
}
