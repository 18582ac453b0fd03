package org.curtail.linux;

import java.util.concurrent.FutureTask;

/** Prints the results in a JVM that refuses native access. */
final class WithoutNativeAccess {
  private WithoutNativeAccess() {}

  public static void main(String[] args) throws Exception {
    System.out.println(LinuxBoost.probe());
    System.out.println(Affinity.ofThread());
    var task = new FutureTask<>(ThreadNames::current);
    LinuxThreads.named("any").pinnedTo(Cores.only(0)).newThread(task).start();
    System.out.println(task.get());
  }
}
