package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * The classes of speed of an engine: a thread for each core, each of which belongs to one class.
 *
 * @param machine different cores
 * @param policy which class a request is for, at first
 * @param binding ties threads to cores
 */
record SpeedClasses(SpeedMachine machine, SpeedPolicy policy, CoreBinding binding) {
  /** The policy of threads: each request has one, and starts in order of arrival. */
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
    requireNonNull(policy, "policy");
    if (machine.kind() != SpeedMachine.Kind.CORES) {
      throw new IllegalArgumentException(
          "an engine moves requests between different cores; this machine has clocks to set: "
              + machine.classes().stream().map(SpeedClass::name).toList());
    }
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

  /** Ties the calling thread. Throws nothing. */
  void bindThread(int speedClass) {
    try {
      binding.bind(speedClass);
    } catch (Throwable e) {
      FaultReport.error(
          "a thread could not be tied to cores of the class "
              + machine.classes().get(speedClass).name(),
          e);
    }
  }
}
