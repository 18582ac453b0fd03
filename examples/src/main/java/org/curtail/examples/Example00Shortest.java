package org.curtail.examples;

import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** The shortest program: one request of 1,000 chunks. Several threads may run its chunks. */
public class Example00Shortest {
  public static void main(String[] args) throws Exception {
    // One thread for each request at first. The engine learns when more threads help.
    try (Curtail curtail = Curtail.automatic().start()) { // one per process
      double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
      System.out.println("sum of 1,000 square roots: " + sum);
    }
  }
}
