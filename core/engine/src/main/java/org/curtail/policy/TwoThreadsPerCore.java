package org.curtail.policy;

import org.curtail.Admission;
import org.curtail.Load;

/**
 * The admission rule of Adaptive parallelism (EuroSys'13, section 5.2): a request starts while
 * fewer than 2P threads are active on P cores, and then gets all the threads that it should, so
 * that a few more than 2P may be active.
 */
final class TwoThreadsPerCore {
  private TwoThreadsPerCore() {}

  static Admission admit(Load load) {
    return load.threads() < 2 * load.cores() ? Admission.START : Admission.WAIT_FOR_CHANGE;
  }

  static int threads(int cores, int maxDegree) {
    return 2 * cores + maxDegree - 1;
  }
}
