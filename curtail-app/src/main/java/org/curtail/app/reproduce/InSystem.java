package org.curtail.app.reproduce;

import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/**
 * Another reading of the load that the Adaptive parallelism paper's policies look at (section 5.1):
 * not only requests that wait, but all others in the system. The paper says the former, and its
 * figures look more like the latter.
 *
 * @param policy takes those that wait for the load, when it decides a degree
 */
record InSystem(Policy policy) implements Policy {
  @Override
  public Admission admit(Progress waiting, Load load) {
    return policy.admit(waiting, load);
  }

  @Override
  public Decision decide(Progress running, Load load) {
    int others = load.requests() - 1;
    return policy.decide(running, new Load(load.requests(), others, load.threads(), load.cores()));
  }

  @Override
  public int maxDegree() {
    return policy.maxDegree();
  }

  @Override
  public int threads(int cores) {
    return policy.threads(cores);
  }
}
