package org.curtail.traces.workflow;

import java.util.List;

/** What could be done to a stage of a workflow. */
public sealed interface Intervention {
  /** The stage. */
  StageName stage();

  /**
   * The stage's own work, with the network to it, takes less time.
   *
   * @param share by which its time is shorter: above 0, at most 1
   */
  record Faster(StageName stage, double share) implements Intervention {
    public Faster {
      if (!(share > 0 && share <= 1)) {
        throw new IllegalArgumentException("share must be above 0 and at most 1: " + share);
      }
    }
  }

  /**
   * No visit's own time is above a limit.
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
   * The work of the stage's server is shared by several threads; the network to it is not.
   *
   * @param speedup by what the server's own time is divided: at least 1
   */
  record Parallel(StageName stage, double speedup) implements Intervention {
    public Parallel {
      if (!(speedup >= 1)) {
        throw new IllegalArgumentException("speedup must be at least 1: " + speedup);
      }
    }
  }

  /**
   * Nobody waits for other requests at the stage: its own times are as they were without others.
   *
   * @param load how many other requests each visit found
   * @param ownMillis mean own time of visits that found 0, 1, 2 others and so on; the last holds
   *     for more, too. Above 0, none less than the one before
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

    /** By what an own time is multiplied: the mean without others, by that with so many. */
    double factor(int others) {
      return ownMillis.getFirst() / ownMillis.get(Math.min(others, ownMillis.size() - 1));
    }
  }

  /** Calls that were made right after each other are made at the same time. */
  record AtOnce(Called called) implements Intervention {
    @Override
    public StageName stage() {
      return called.stage();
    }
  }

  /**
   * Calls are sent a second time if they have no answer after a delay; the first answer counts.
   *
   * @param delayMillis at least 0
   */
  record Hedged(Called called, double delayMillis) implements Intervention {
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
