package org.curtail.examples;

import org.curtail.policy.FixedInterval;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** The shortest program: one request, of 1,000 chunks that several threads may share. */
public class Example00Shortest {
  public static void main(String[] args) throws Exception {
    // A request starts on one thread. It gets one more for every 5 ms that it runs, up to 4.
    try (Curtail curtail = Curtail.with(new FixedInterval(5, 4)).start()) {
      double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
      System.out.println("sum of 1,000 square roots: " + sum);
    }
  }
}
