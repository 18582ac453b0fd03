package org.curtail.papers.experiments;

import org.curtail.Admission;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * The server of the Adaptive parallelism paper (section 6.1): twice as many worker threads as
 * cores, 24 on its machine, for every policy. As with Adaptive (section 5.2), a request starts
 * while fewer threads are active.
 *
 * @param policy policy of degrees, without admission and ranking
 */
record TwoWorkersPerCore(Policy policy) implements DelegatingPolicy {
  private static final int PER_CORE = 2;

  @Override
  public Admission admit(Progress waiting, Load load) {
    return load.threads() < PER_CORE * load.cores() ? Admission.START : Admission.WAIT_FOR_CHANGE;
  }

  @Override
  public int threads(int cores) {
    return PER_CORE * cores + maxDegree() - 1;
  }
}
