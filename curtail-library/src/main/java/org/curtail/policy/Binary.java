package org.curtail.policy;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * All or nothing by the length of the queue, after the binary scheme that Adaptive parallelism is
 * compared with (EuroSys'13, section 6.4): a request that starts while fewer than a threshold of
 * others wait gets the greatest degree, any other one thread. It keeps what it got.
 *
 * <p>The paper's scheme switches only after the queue has been on one side of the threshold for 50
 * requests in a row. A policy remembers nothing, so this one switches with every request: the
 * paper's with N = 1, but for a queue exactly as long as the threshold, where the paper's would
 * stay as it is and this one is sequential.
 *
 * <p>Assumes nothing of the demand. Admits as {@link Adaptive} does.
 *
 * @param threshold T of the paper, in requests; at least 1. The paper's is the average load of
 *     sequential execution at a moderate rate of arrivals.
 * @param maxDegree at least 1; the paper's is 6
 */
public record Binary(int threshold, int maxDegree) implements Policy {
  public Binary {
    if (threshold < 1) {
      throw new IllegalArgumentException("threshold must be at least 1: " + threshold);
    }
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return TwoThreadsPerCore.admit(load);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    if (running.degree() > 0) {
      return Decision.keep(running.degree());
    }
    return Decision.keep(load.waiting() < threshold ? maxDegree : 1);
  }

  @Override
  public int threads(int cores) {
    return TwoThreadsPerCore.threads(cores, maxDegree);
  }
}
