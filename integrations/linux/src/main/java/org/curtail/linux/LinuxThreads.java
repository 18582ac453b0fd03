package org.curtail.linux;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.jspecify.annotations.Nullable;

/**
 * Factory of daemon threads with kernel names, optionally pinned to cores and prepared for
 * boosting. The factory omits features that the system lacks; threads run in any case. Thread-safe;
 * immutable except for the number of created threads.
 */
public final class LinuxThreads implements ThreadFactory {
  private final Availability<Kernel> kernel;
  private final String name;
  private final @Nullable Cores cores;
  private final @Nullable Mechanism mechanism;
  private final boolean areBehindOthers;
  private final AtomicInteger made = new AtomicInteger();

  private LinuxThreads(
      Availability<Kernel> kernel,
      String name,
      @Nullable Cores cores,
      @Nullable Mechanism mechanism,
      boolean areBehindOthers) {
    this.kernel = kernel;
    this.name = name;
    this.cores = cores;
    this.mechanism = mechanism;
    this.areBehindOthers = areBehindOthers;
  }

  /**
   * Creates threads {@code name-0}, {@code name-1} and so on. The kernel's name has at most 15
   * bytes; a long name is cut before the number.
   */
  public static LinuxThreads named(String name) {
    return named(name, Kernel.ofThisMachine());
  }

  static LinuxThreads named(String name, Availability<Kernel> kernel) {
    return new LinuxThreads(kernel, name, null, null, false);
  }

  /**
   * Returns a factory that pins the i-th thread to the i-th core, cyclically. The factory counts
   * from 0 again.
   */
  public LinuxThreads pinnedTo(Cores cores) {
    return new LinuxThreads(kernel, name, cores, mechanism, areBehindOthers);
  }

  /**
   * Returns a factory for work that can wait, such as planning. The factory's threads run only
   * while no other thread of any program wants their core ({@code SCHED_IDLE}). Such threads are
   * preempted at once, so no other thread should wait for a lock of theirs. The new factory counts
   * from 0 again. Needs no permission.
   */
  public LinuxThreads behindOthers() {
    return new LinuxThreads(kernel, name, cores, mechanism, true);
  }

  /**
   * Returns a factory whose threads start at {@link Mechanism#workerNice}, so that raising one has
   * an effect on the others. The new factory counts from 0 again.
   */
  public LinuxThreads readyFor(LinuxBoost boost) {
    return readyFor(boost.mechanism());
  }

  LinuxThreads readyFor(Mechanism mechanism) {
    return new LinuxThreads(kernel, name, cores, mechanism, areBehindOthers);
  }

  @Override
  public Thread newThread(Runnable task) {
    int number = made.getAndIncrement();
    return Thread.ofPlatform()
        .daemon()
        .name(name + "-" + number)
        .unstarted(() -> {
          switch (kernel) {
            case Available<Kernel>(Kernel present) -> prepare(present, number);
            case Unavailable<Kernel> absent -> {}
          }
          task.run();
        });
  }

  private void prepare(Kernel present, int number) {
    present.setName(KernelName.of(name, number));
    if (cores != null) {
      present.setAffinity(cores.around(number).bits());
    }
    if (mechanism != null) {
      mechanism.startWorker(present);
    }
    if (areBehindOthers) {
      lowerPriority(present);
    }
  }

  private static void lowerPriority(Kernel kernel) {
    var attr = new SchedAttr();
    if (kernel.scheduling(attr) >= 0) {
      attr.policy(SchedAttr.IDLE);
      kernel.setScheduling(attr);
    }
  }
}
