package org.curtail.examples;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestListener;
import org.curtail.runtime.SharedWork;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** Short requests run on a slow core, long requests move to a fast core. */
public final class Example17SlowToFast {
  private Example17SlowToFast() {}

  public static void main(String[] args) throws Exception {
    SpeedMachine machine =
        SpeedMachine.ofCores(
            new SpeedClass("little", 2, 0.4, 0.2, 0.01), new SpeedClass("big", 1, 1, 1.1, 0.02));
    SpeedPolicy policy = SlowToFast.of(Duration.ofMillis(50).toNanos());
    List<String> where = new CopyOnWriteArrayList<>();
    RequestListener listener =
        new RequestListener() {
          @Override
          public void placed(
              long request, long atNanos, int thread, int speedClass, int fromClass) {
            where.add(machine.classes().get(speedClass).name());
          }
        };
    // On Linux, curtail-linux ties the threads: .binding(ClassBinding.of(coreClasses)).
    try (Curtail curtail = Curtail.with(machine, policy).listener(listener).start()) {
      for (int chunks : List.of(2, 100)) {
        int sum = curtail.run(SharedWork.of(chunks, Example17SlowToFast::compute, Integer::sum));
        System.out.printf(
            "%3d chunks: %s, result %d%n", chunks, String.join(", then ", where), sum);
        where.clear();
      }
    }
  }

  /** Computes for a millisecond. */
  private static int compute(int chunk) {
    long untilNanos = System.nanoTime() + 1_000_000;
    while (System.nanoTime() < untilNanos) {
      Thread.onSpinWait();
    }
    return 1;
  }
}
