package org.curtail.linux;

/**
 * Raises the calling thread by a mechanism, and remembers what it was before. Safe for all threads;
 * allocates nothing after a thread's first call.
 */
final class Raising {
  private final Kernel kernel;
  private final Mechanism mechanism;
  private final ThreadLocal<Own> threads = ThreadLocal.withInitial(Own::new);

  Raising(Kernel kernel, Mechanism mechanism) {
    this.kernel = kernel;
    this.mechanism = mechanism;
  }

  /** What is remembered of a thread. */
  private static final class Own {
    private final SchedAttr before = new SchedAttr();
    private final SchedAttr after = new SchedAttr();
    private boolean raised;
  }

  /**
   * Raises the calling thread unless it is raised.
   *
   * @return at least 0, or an errno, negated
   */
  int raise() {
    Own own = threads.get();
    if (own.raised) {
      return 0;
    }
    int answer = kernel.scheduling(own.before);
    if (answer < 0 || own.before.isRealTime()) {
      // What somebody else made real-time already goes before all that this could raise.
      return answer;
    }
    own.after.copyFrom(own.before);
    mechanism.raise(own.after);
    answer = kernel.setScheduling(own.after);
    own.raised = answer >= 0;
    return answer;
  }

  /**
   * Makes the calling thread what it was before it was raised.
   *
   * @return at least 0, or an errno, negated, after which it may be tried again
   */
  int lower() {
    Own own = threads.get();
    if (!own.raised) {
      return 0;
    }
    int answer = kernel.setScheduling(own.before);
    if (answer < 0) {
      // Taking reset-on-fork away needs CAP_SYS_NICE. It does no harm to a thread that is lowered.
      own.before.resetOnFork();
      answer = kernel.setScheduling(own.before);
    }
    own.raised = answer < 0;
    return answer;
  }
}
