package org.curtail.traces.workflow;

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
