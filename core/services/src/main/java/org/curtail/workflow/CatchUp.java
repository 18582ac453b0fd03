package org.curtail.workflow;

import java.util.Map;
import org.curtail.reissue.ReissuePolicy;

/**
 * The treatment of a request that is late in the workflow as a whole (Kwiken, section 4.3). It
 * applies to the rest of a request that has been under way for {@code afterMillis}, T_z of the
 * paper. A visit of a stage is late if the request has been under way for at least that long when
 * the visit begins; its copies then are late too.
 */
public sealed interface CatchUp {
  /** No treatment. */
  CatchUp NONE = new None();

  /** No treatment. */
  record None() implements CatchUp {}

  /**
   * More threads in each stage: the time of a visit that begins late is divided by the speedup.
   *
   * @param afterMillis since the request began: at least 0
   * @param degree threads of a late visit: at least 2
   * @param speedup of {@code degree} threads: above 0; three gave about 2 in the paper
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
   * Other, more eager policies send copies of late visits.
   *
   * @param afterMillis since the request began: at least 0
   * @param policies by stage, for visits that begin late; other stages keep their policy
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
