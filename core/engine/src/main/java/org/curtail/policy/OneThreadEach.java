package org.curtail.policy;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;

/** Serves each request with one thread, and as many requests at a time as there are cores. */
interface OneThreadEach extends Policy {
  @Override
  default Decision decide(Progress running, Load load) {
    return Decision.keep(1);
  }

  @Override
  default int maxDegree() {
    return 1;
  }

  @Override
  default int threads(int cores) {
    return cores;
  }
}
