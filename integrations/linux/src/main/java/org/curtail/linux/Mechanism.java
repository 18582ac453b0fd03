package org.curtail.linux;

/** How Linux can let a thread go before others, strongest first. */
public enum Mechanism {
  /**
   * A real-time policy, before all ordinary threads of the whole machine, those of other programs
   * too. For those who ask for it: raised threads must be fewer than cores.
   */
  ROUND_ROBIN("SCHED_RR 1", 0, "CAP_SYS_NICE, or an RLIMIT_RTPRIO of 1 (systemd: LimitRTPRIO=1)") {
    @Override
    void raise(SchedAttr attr) {
      attr.policy(SchedAttr.RR);
      attr.priority(1);
      attr.nice(0);
      attr.resetOnFork();
    }
  },

  /** About 87 times the weight of a thread at nice 0, within the process's autogroup. */
  NICE("nice -20", 0, "CAP_SYS_NICE, or an RLIMIT_NICE of 40 (systemd: LimitNICE=-20)") {
    @Override
    void raise(SchedAttr attr) {
      attr.nice(-20);
      attr.resetOnFork();
    }
  },

  /**
   * About 9 times the weight of the other workers, which start at nice 10 and so go behind the
   * process's other threads too. Needs the least right.
   */
  NICE_OVER_WORKERS(
      "nice 0 over workers at nice 10",
      10,
      "CAP_SYS_NICE, or an RLIMIT_NICE of 20 (systemd: LimitNICE=0)") {
    @Override
    void raise(SchedAttr attr) {
      // What it starts inherits no more than an ordinary thread has: nothing to reset on fork.
      attr.nice(Math.min(attr.nice(), 0));
    }
  };

  private final String description;
  private final int workerNice;
  private final String right;

  Mechanism(String description, int workerNice, String right) {
    this.description = description;
    this.workerNice = workerNice;
    this.right = right;
  }

  /** In a few words what a raised thread has. */
  public String description() {
    return description;
  }

  /** The nice value at which workers that are not raised must run, at least; 0 is the usual one. */
  public int workerNice() {
    return workerNice;
  }

  /** What gives the right to it. */
  String right() {
    return right;
  }

  /**
   * Changes a thread's scheduling to a raised one's, which threads started by it do not inherit.
   */
  abstract void raise(SchedAttr attr);

  /**
   * Makes a worker of the calling thread, which has just started.
   *
   * @return at least 0, or an errno, negated
   */
  int startWorker(Kernel kernel) {
    if (workerNice == 0) {
      return 0;
    }
    var attr = new SchedAttr();
    int answer = kernel.scheduling(attr);
    if (answer < 0 || attr.nice() >= workerNice) {
      return answer;
    }
    attr.nice(workerNice);
    return kernel.setScheduling(attr);
  }
}
