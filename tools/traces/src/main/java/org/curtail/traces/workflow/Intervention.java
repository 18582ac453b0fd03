package org.curtail.traces.workflow;

import java.util.List;
import java.util.Set;

/** A possible change of a stage in a workflow. */
public sealed interface Intervention {
  /** The stage. */
  StageName stage();

  /**
   * Shorter self time of the stage, including the network to it.
   *
   * @param share decrease as a share of this time: above 0, at most 1
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
   * @param limitMillis greatest self time, at least 0
   */
  record Capped(StageName stage, double limitMillis) implements Intervention {
    public Capped {
      if (!(limitMillis >= 0)) {
        throw new IllegalArgumentException("limit must be at least 0 ms: " + limitMillis);
      }
    }
  }

  /**
   * Work of the stage's server, without the network, shared by several threads.
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
   * A stage without its queue: self times are as without other requests.
   *
   * @param load number of other requests at the start of each visit
   * @param ownMillis mean self time of visits with 0, 1, 2 and more others; the last mean also
   *     holds for greater numbers. Above 0 and not decreasing
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

    /**
     * Returns the factor of a self time: the mean without others, divided by the mean with this
     * number.
     */
    double factor(int others) {
      return ownMillis.getFirst() / ownMillis.get(Math.min(others, ownMillis.size() - 1));
    }
  }

  /**
   * Visits to some instances go to other instances of the stage's service.
   *
   * @param instances names of the instances without visits
   */
  record Avoided(StageName stage, Set<String> instances) implements Intervention {
    public Avoided {
      instances = Set.copyOf(instances);
    }
  }

  /** Sequential calls become concurrent. */
  record Concurrent(CallTarget called) implements Intervention {
    @Override
    public StageName stage() {
      return called.stage();
    }
  }

  /**
   * Hedged calls: a copy is sent if there is no answer after a delay, and the first answer counts.
   *
   * @param delayMillis delay of the copy, at least 0
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
