package org.curtail.benchkit.inject;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.curtail.diagnose.Cause;

/** A known cause that can be injected into requests. */
public enum InjectionKind {
  /** The request is held between its client and the server. */
  NETWORK(Reach.ONE),

  /**
   * Many requests arrive at the same moment. The requests wait for threads and, with more threads
   * than cores, for cores.
   */
  BURST(Reach.OTHERS_TOO),

  /** Endlessly computing threads compete for the cores. */
  CPU_HOG(Reach.OTHERS_TOO),

  /** Threads that use much memory slow down every other user of memory. */
  MEMORY_HOG(Reach.OTHERS_TOO),

  /** The garbage collector stops all threads. */
  COLLECTOR(Reach.ALL),

  /** The request waits for a lock that another thread holds. */
  LOCK(Reach.ONE),

  /** The request waits for the answer of another service. */
  IO(Reach.ONE),

  /** The request accesses memory whose pages must be read from the disk. */
  PAGE_FAULTS(Reach.ONE),

  /** The request has a long query. */
  LONG_QUERY(Reach.ONE),

  /** The whole process stops and continues later. */
  STOP(Reach.ALL);

  /** Affected requests besides the chosen one. */
  enum Reach {
    /** None, except requests that wait behind the chosen one. */
    ONE,
    /** All concurrent requests, for the same time. */
    ALL,
    /** Concurrent requests, for an unknown time. */
    OTHERS_TOO
  }

  private final Reach reach;

  InjectionKind(Reach reach) {
    this.reach = reach;
  }

  /** Returns the causes that a correct diagnosis may name. */
  public Set<Cause> causes() {
    return switch (this) {
      case NETWORK -> Set.of(Cause.NETWORK);
      case BURST -> Set.of(Cause.ADMISSION, Cause.HAND_OFF, Cause.RUN_QUEUE);
      case CPU_HOG -> Set.of(Cause.RUN_QUEUE);
      case MEMORY_HOG -> Set.of(Cause.INTERFERENCE);
      case COLLECTOR -> Set.of(Cause.COLLECTOR, Cause.SAFEPOINT);
      case LOCK, IO -> Set.of(Cause.BLOCKED);
      case PAGE_FAULTS -> Set.of(Cause.PAGE_FAULTS);
      case LONG_QUERY -> Set.of(Cause.WORK);
      case STOP -> Set.of(Cause.STOPPED);
    };
  }

  Reach reach() {
    return reach;
  }

  /** True if the injection costs CPU time of the request instead of a wait. */
  boolean isComputed() {
    return switch (this) {
      case MEMORY_HOG, LONG_QUERY -> true;
      case NETWORK, BURST, CPU_HOG, COLLECTOR, LOCK, IO, PAGE_FAULTS, STOP -> false;
    };
  }

  /** Returns the name on the command line: {@code cpu-hog}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns all labels. */
  public static List<String> labels() {
    return Arrays.stream(values()).map(InjectionKind::label).toList();
  }

  /** Returns the kind of a label; empty for another text. */
  public static Optional<InjectionKind> labelled(String label) {
    return Arrays.stream(values()).filter(kind -> kind.label().equals(label)).findFirst();
  }
}
