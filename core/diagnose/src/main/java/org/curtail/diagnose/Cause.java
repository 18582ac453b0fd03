package org.curtail.diagnose;

/**
 * Causes of a request's time, for the parts of a {@link Breakdown}; each nanosecond belongs to one
 * cause.
 */
public enum Cause {
  /** The client and the network: from the intended send to the receipt, and the way back. */
  NETWORK("client and network"),
  /** The request waited to be admitted, or to go on after preemption. */
  ADMISSION("admission queue"),
  /** It was admitted, and no thread was on it yet; or the last one had left it, before its end. */
  HAND_OFF("hand-off"),
  /** Its thread was ready to run and had no core. */
  RUN_QUEUE("run queue"),
  /** Its thread computed, no longer than this demand usually takes. */
  WORK("work"),
  /** The garbage collector had stopped all threads. */
  COLLECTOR("garbage collector"),
  /** The JVM had stopped all threads for something else. */
  SAFEPOINT("safepoint"),
  /** Its thread waited for a lock, for input or output, or slept. */
  BLOCKED("blocked"),
  /** Memory that was not there had to be brought: by the kernel, or from a disk. */
  PAGE_FAULTS("page faults"),
  /** The process, or the virtual machine, stood still. */
  STOPPED("process stopped"),
  /** CPU time above what this demand usually takes: a shared cache, memory or core. */
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
