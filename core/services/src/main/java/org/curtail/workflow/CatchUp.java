package org.curtail.workflow;

import java.util.Map;
import org.curtail.reissue.ReissuePolicy;

/**
 * What is done for a request that is late in the workflow as a whole (Kwiken, section 4.3): for
 * what is left of it once it has been under way for {@code afterMillis}, T_z of the paper. A visit
 * of a stage is late if at its beginning the request has been under way for that long, or longer;
 * its second attempts then are late too.
 */
public sealed interface CatchUp {
  /** Nothing. */
  CatchUp NONE = new None();

  /** Nothing. */
  record None() implements CatchUp {}

  /**
   * More threads in each stage: a visit that begins late takes its time divided by the speedup.
   *
   * @param afterMillis since the request began: at least 0
   * @param degree threads of a late visit: at least 2
   * @param speedup of that many threads: above 0; three gave about 2 in the paper
   */
  record Threads(double afterMillis, int degree, double speedup) implements CatchUp {
    public Threads {
      requireAfter(afterMillis);
      if (degree < 2) {
        throw new IllegalArgumentException("degree must be at least 2: " + degree);
      }
      if (!(speedup > 0 && speedup < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("speedup must be above 0 and finite: " + speedup);
      }
    }
  }

  /**
   * Late visits go before others in the queues of servers.
   *
   * @param afterMillis since the request began: at least 0
   */
  record Priority(double afterMillis) implements CatchUp {
    public Priority {
      requireAfter(afterMillis);
    }
  }

  /**
   * Late visits are sent again by other, more eager policies.
   *
   * @param afterMillis since the request began: at least 0
   * @param policies by stage, for visits that begin late; stages that are not named do as always
   */
  record GlobalReissue(double afterMillis, Map<String, ReissuePolicy> policies) implements CatchUp {
    public GlobalReissue {
      requireAfter(afterMillis);
      policies = Map.copyOf(policies);
      policies.forEach((stage, policy) -> {
        if (policy.maxAttempts() > 2) {
          throw new IllegalArgumentException(
              "stage %s sends one copy at most: %s".formatted(stage, policy));
        }
      });
    }
  }

  private static void requireAfter(double afterMillis) {
    if (!(afterMillis >= 0 && afterMillis < Double.POSITIVE_INFINITY)) {
      throw new IllegalArgumentException(
          "afterMillis must be at least 0 and finite: " + afterMillis);
    }
  }
}
