package org.curtail.policies;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.policy.Adaptive;

/**
 * Binary scheme of the Adaptive parallelism paper (EuroSys'13, section 6.4): all or nothing by the
 * length of the queue. Requests start sequentially until N in a row have started with fewer than T
 * others waiting. Then they start with the greatest degree until N in a row have started with more
 * than T waiting. A request keeps its degree.
 *
 * <p>The state and the length of the row are the policy's {@linkplain Policy#remember memory}. The
 * queue length excludes the starting request, as in {@link Linear}.
 *
 * <p>Needs no knowledge of the demand. Admits as {@link Adaptive} does.
 *
 * @param threshold T, in requests; at least 1. The paper's is the average load of sequential
 *     execution at a moderate arrival rate.
 * @param maxDegree greatest degree, at least 1; the paper's is 6
 * @param inARow N, at least 1; the paper's is 50
 */
record Binary(int threshold, int maxDegree, int inARow) implements Policy {
  private static final int PAPERS_ROW = 50;

  public Binary {
    if (threshold < 1) {
      throw new IllegalArgumentException("threshold must be at least 1: " + threshold);
    }
    if (maxDegree < 1) {
      throw new IllegalArgumentException("maxDegree must be at least 1: " + maxDegree);
    }
    if (inARow < 1) {
      throw new IllegalArgumentException("inARow must be at least 1: " + inARow);
    }
  }

  /** Creates a policy that switches after 50 requests in a row, as in the paper. */
  Binary(int threshold, int maxDegree) {
    this(threshold, maxDegree, PAPERS_ROW);
  }

  @Override
  public Admission admit(Progress waiting, Load load) {
    return Adaptive.admission(load);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    if (running.decidedDegree() > 0) {
      return Decision.keep(running.decidedDegree());
    }
    return Decision.keep(isParallel(load.memory()) ? maxDegree : 1);
  }

  /** Returns twice the present length of the row, plus 1 in the parallel state. */
  @Override
  public long remember(Load load) {
    boolean parallel = isParallel(load.memory());
    boolean otherSide = parallel ? load.waiting() > threshold : load.waiting() < threshold;
    long row = otherSide ? load.memory() / 2 + 1 : 0;
    if (row == inARow) {
      return parallel ? 0 : 1;
    }
    return 2 * row + (parallel ? 1 : 0);
  }

  private static boolean isParallel(long memory) {
    return memory % 2 == 1;
  }

  @Override
  public int threads(int cores) {
    return Adaptive.threads(cores, maxDegree);
  }

  @Override
  public String description() {
    return "%d threads a request after %d in a row met fewer than %d waiting, one after %d in a row met more"
        .formatted(maxDegree, inARow, threshold, inARow);
  }
}
