package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.function.IntConsumer;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The classes of speed of an engine. The engine has a thread for each core, and each core belongs
 * to one class.
 *
 * @param machine different cores
 * @param threads the first policy of threads
 * @param speeds the first policy of speeds
 * @param binding binds threads to cores
 */
record SpeedClasses(SpeedMachine machine, Policy threads, SpeedPolicy speeds, IntConsumer binding) {
  /** Binds no thread: other means distinguish the classes, or nothing does. */
  static final IntConsumer NO_BINDING = speedClass -> {};

  /** The policy of threads: each request has one thread, and requests start in order of arrival. */
  static final Policy ONE_THREAD_EACH = new OneEach();

  private record OneEach() implements Policy {
    private static final Decision ONE = Decision.keep(1);

    @Override
    public Decision decide(Progress running, Load load) {
      return ONE;
    }

    @Override
    public int maxDegree() {
      return 1;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }

    @Override
    public String toString() {
      return "one thread each";
    }
  }

  SpeedClasses {
    requireNonNull(machine, "machine");
    requireNonNull(speeds, "policy of speeds");
    requireThreadsOnCores(threads);
    if (machine.kind() != SpeedMachine.Kind.CORES) {
      throw new IllegalArgumentException(
          "an engine moves requests between different cores; this machine has clocks to set: "
              + machine.classes().stream().map(SpeedClass::name).toList());
    }
  }

  /** Cores are not shared among threads. */
  static void requireThreadsOnCores(Policy policy) {
    if (policy.traits().boosts()) {
      throw new IllegalArgumentException(
          "on classes of speed each thread has a core for itself; this policy boosts some, which keeps cores for them: "
              + policy);
    }
    if (policy.traits().preemption().order() == Preemption.Order.TURNS) {
      throw new IllegalArgumentException(
          "on classes of speed each thread has a core for itself; this policy has requests take turns on them: "
              + policy);
    }
  }

  /** True if each request has one thread, for good. */
  @SuppressWarnings("ReferenceEquality") // Only this object has this meaning.
  boolean hasOneThreadEach() {
    return threads == ONE_THREAD_EACH;
  }

  /** Returns the same classes with another binding. */
  SpeedClasses binding(IntConsumer kind) {
    return new SpeedClasses(machine, threads, speeds, kind);
  }

  /** The class of a worker, counted from 0. */
  int ofWorker(int number) {
    int speedClass = 0;
    int before = machine.classes().getFirst().count();
    while (number >= before) {
      speedClass++;
      before += machine.classes().get(speedClass).count();
    }
    return speedClass;
  }

  /** Binds the calling thread. Throws nothing. */
  void bindThread(int speedClass) {
    try {
      binding.accept(speedClass);
    } catch (Throwable e) {
      FaultReport.error(
          "a thread could not be tied to cores of the class "
              + machine.classes().get(speedClass).name(),
          e);
    }
  }
}
