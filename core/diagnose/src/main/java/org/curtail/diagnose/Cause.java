package org.curtail.diagnose;

/** Causes of a request's latency. Each nanosecond of a {@link Breakdown} belongs to one cause. */
public enum Cause {
  /**
   * Client and network: from the intended send to the receipt, and from the result to the answer.
   */
  NETWORK("client and network"),
  /** The request waited for admission, or for a thread after preemption. */
  ADMISSION("admission queue"),
  /** The request was admitted and its first thread had not started, or its last thread had left. */
  HAND_OFF("hand-off"),
  /** The thread was ready to run, but had no core. */
  RUN_QUEUE("run queue"),
  /** The thread computed, up to the usual CPU time of this demand. */
  WORK("work"),
  /** The garbage collector had stopped all threads. */
  COLLECTOR("garbage collector"),
  /** The JVM had stopped all threads for another reason. */
  SAFEPOINT("safepoint"),
  /** The thread waited for a lock, for input or output, or slept. */
  BLOCKED("blocked"),
  /** The kernel had to provide a missing page of memory, also from a disk. */
  PAGE_FAULTS("page faults"),
  /** The process or the virtual machine was stopped. */
  STOPPED("process stopped"),
  /** CPU time above the usual for this demand, as a cache, memory or core was shared. */
  INTERFERENCE("interference"),
  /** Time that the signals do not explain. */
  REST("rest");

  private final String title;

  Cause(String title) {
    this.title = title;
  }

  /** Returns the name for people, in lower case. */
  public String title() {
    return title;
  }
}
