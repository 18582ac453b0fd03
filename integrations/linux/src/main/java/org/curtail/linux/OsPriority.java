package org.curtail.linux;

/**
 * Raises and lowers the priority of the calling thread by a mechanism. Thread-safe; allocates
 * nothing after a thread's first call.
 */
final class OsPriority {
  private final Kernel kernel;
  private final Mechanism mechanism;
  private final ThreadLocal<ThreadState> threads = ThreadLocal.withInitial(ThreadState::new);

  OsPriority(Kernel kernel, Mechanism mechanism) {
    this.kernel = kernel;
    this.mechanism = mechanism;
  }

  /** Scheduling attributes of a thread before and after it was raised. */
  private static final class ThreadState {
    private final SchedAttr before = new SchedAttr();
    private final SchedAttr after = new SchedAttr();
    private boolean raised;
  }

  /**
   * Raises the calling thread, if it is not raised.
   *
   * @return at least 0, or a negated errno
   */
  int raise() {
    ThreadState own = threads.get();
    if (own.raised) {
      return 0;
    }
    int answer = kernel.scheduling(own.before);
    if (answer < 0 || own.before.isRealTime()) {
      // A thread that something else made real-time already has the highest priority.
      return answer;
    }
    own.after.copyFrom(own.before);
    mechanism.raise(own.after);
    answer = kernel.setScheduling(own.after);
    own.raised = answer >= 0;
    return answer;
  }

  /**
   * Restores the calling thread's scheduling from before it was raised.
   *
   * @return at least 0, or a negated errno, after which a retry is possible
   */
  int lower() {
    ThreadState own = threads.get();
    if (!own.raised) {
      return 0;
    }
    int answer = kernel.setScheduling(own.before);
    if (answer < 0) {
      // Removing reset-on-fork needs CAP_SYS_NICE. A lowered thread may keep it without harm.
      own.before.resetOnFork();
      answer = kernel.setScheduling(own.before);
    }
    own.raised = answer < 0;
    return answer;
  }
}
