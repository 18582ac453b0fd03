package org.curtail.examples;

import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;

/** The shortest program: one request, of 1,000 chunks that several threads may share. */
public class Example00Shortest {
  public static void main(String[] args) throws Exception {
    // One thread for each request at first. It learns from them when more threads pay.
    try (Curtail curtail = Curtail.automatic().start()) { // one per process
      double sum = curtail.run(SharedWork.of(1_000, chunk -> Math.sqrt(chunk), Double::sum));
      System.out.println("sum of 1,000 square roots: " + sum);
    }
  }
}
