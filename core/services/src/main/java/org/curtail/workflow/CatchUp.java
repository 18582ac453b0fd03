package org.curtail.workflow;

import java.util.Map;
import org.curtail.reissue.ReissuePolicy;

/**
 * The treatment of a request that is late in the workflow as a whole (Kwiken, section 4.3). The
 * treatment begins {@code afterMillis} after the request (T_z of the paper). A visit of a stage is
 * late if it begins after that time. The copies of a late visit are late too.
 */
public sealed interface CatchUp {
  /** No treatment. */
  CatchUp NONE = new None();

  /** No treatment. */
  record None() implements CatchUp {}

  /**
   * More threads in each stage. The time of a late visit is divided by the speedup.
   *
   * @param afterMillis since the request began: at least 0
   * @param degree threads of a late visit: at least 2
   * @param speedup speedup of {@code degree} threads: above 0; three gave about 2 in the paper
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
   * Late visits send copies earlier or more often, by policies of their own.
   *
   * @param afterMillis since the request began: at least 0
   * @param policies policies for late visits, by stage; the other stages keep their policy
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
