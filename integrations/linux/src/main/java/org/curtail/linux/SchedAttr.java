package org.curtail.linux;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/**
 * Scheduling attributes of a thread: {@code struct sched_attr} of sched_setattr(2), outside the
 * heap. For one thread at a time.
 */
final class SchedAttr {
  static final int OTHER = 0;
  static final int FIFO = 1;
  static final int RR = 2;

  /** Runs only if no thread of another policy wants the core. */
  static final int IDLE = 5;

  static final int DEADLINE = 6;

  /** Child threads inherit neither a real-time policy nor a nice value below 0. */
  static final long RESET_ON_FORK = 1;

  static final int BYTES = 56;
  private static final long POLICY = 4;
  private static final long FLAGS = 8;
  private static final long NICE = 16;
  private static final long PRIORITY = 20;

  private final MemorySegment struct = Arena.ofAuto().allocate(BYTES, Long.BYTES);

  SchedAttr() {
    struct.set(JAVA_INT, 0, BYTES);
  }

  /** Address for the kernel, valid while this object is reachable. */
  long address() {
    return struct.address();
  }

  void copyFrom(SchedAttr other) {
    struct.copyFrom(other.struct);
  }

  int policy() {
    return struct.get(JAVA_INT, POLICY);
  }

  void policy(int policy) {
    struct.set(JAVA_INT, POLICY, policy);
  }

  /** Nice value from -20 to 19; 0 under real-time policies. */
  int nice() {
    return struct.get(JAVA_INT, NICE);
  }

  void nice(int nice) {
    struct.set(JAVA_INT, NICE, nice);
  }

  /** Priority from 1 to 99 under real-time policies, otherwise 0. */
  int priority() {
    return struct.get(JAVA_INT, PRIORITY);
  }

  void priority(int priority) {
    struct.set(JAVA_INT, PRIORITY, priority);
  }

  boolean resetsOnFork() {
    return (struct.get(JAVA_LONG, FLAGS) & RESET_ON_FORK) != 0;
  }

  void resetOnFork() {
    struct.set(JAVA_LONG, FLAGS, struct.get(JAVA_LONG, FLAGS) | RESET_ON_FORK);
  }

  /** True if the thread has priority over all threads of ordinary policies, at any nice value. */
  boolean isRealTime() {
    int policy = policy();
    return policy == FIFO || policy == RR || policy == DEADLINE;
  }

  /** True if the kernel treats both the same. */
  boolean schedulesAs(SchedAttr other) {
    return policy() == other.policy() && nice() == other.nice() && priority() == other.priority();
  }
}
