package org.curtail.linux;

/** Linux mechanisms that give a thread priority over others, strongest first. */
public enum Mechanism {
  /**
   * Real-time policy: priority over all ordinary threads of the whole machine, other programs
   * included. Used only on request. There must be fewer raised threads than cores.
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
   * About 9 times the weight of the other workers. The other workers start at nice 10, so the
   * process's other threads also have priority over them. Needs the weakest permission.
   */
  NICE_OVER_WORKERS(
      "nice 0 over workers at nice 10",
      10,
      "CAP_SYS_NICE, or an RLIMIT_NICE of 20 (systemd: LimitNICE=0)") {
    @Override
    void raise(SchedAttr attr) {
      // Child threads inherit no more than an ordinary thread, so no reset on fork is needed.
      attr.nice(Math.min(attr.nice(), 0));
    }
  };

  private final String description;
  private final int workerNice;
  private final String permission;

  Mechanism(String description, int workerNice, String permission) {
    this.description = description;
    this.workerNice = workerNice;
    this.permission = permission;
  }

  /** Short description of a raised thread's scheduling. */
  public String description() {
    return description;
  }

  /** Least nice value of workers that are not raised; the usual one is 0. */
  public int workerNice() {
    return workerNice;
  }

  /** The required permission. */
  String permission() {
    return permission;
  }

  /** Changes a thread's scheduling to a raised one's. Child threads do not inherit it. */
  abstract void raise(SchedAttr attr);

  /**
   * Makes the calling, new thread a worker.
   *
   * @return at least 0, or a negated errno
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
