package org.curtail.linux;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.jspecify.annotations.Nullable;

/**
 * Makes daemon threads that the kernel knows by name, and if asked to ties each to a core and
 * prepares it for boosting. What the system does not give is left out: threads run in any case.
 * Safe for all threads; immutable but for the number of threads made so far.
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
   * Threads {@code name-0}, {@code name-1} and so on. Of a long name the kernel keeps as much as
   * fits before the number, 15 bytes in all.
   */
  public static LinuxThreads named(String name) {
    return named(name, Kernel.ofThisMachine());
  }

  static LinuxThreads named(String name, Availability<Kernel> kernel) {
    return new LinuxThreads(kernel, name, null, null, false);
  }

  /**
   * The same, counted from 0 again, but the i-th thread stays on the i-th core, round and round.
   */
  public LinuxThreads pinnedTo(Cores cores) {
    return new LinuxThreads(kernel, name, cores, mechanism, areBehindOthers);
  }

  /**
   * The same, counted from 0 again, but threads run only while nobody else wants their core, be it
   * of this program or of another: for work that can wait, such as planning. Whoever becomes ready
   * takes the core from them at once ({@code SCHED_IDLE}), so nobody should wait for a lock that
   * they hold. Takes no right.
   */
  public LinuxThreads behindOthers() {
    return new LinuxThreads(kernel, name, cores, mechanism, true);
  }

  /**
   * The same, counted from 0 again, but threads start as {@link Mechanism#workerNice} wants it, so
   * that raising one has an effect on the others.
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
      goBehindOthers(present);
    }
  }

  private static void goBehindOthers(Kernel kernel) {
    var attr = new SchedAttr();
    if (kernel.scheduling(attr) >= 0) {
      attr.policy(SchedAttr.IDLE);
      kernel.setScheduling(attr);
    }
  }
}
