package org.curtail.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Ends of requests: exactly one, with all work of their workers, or cancelled. */
public final class EndStress {
  private EndStress() {}

  /** First: announcements; second: the result, chunks counted by workers. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk's work was not seen.")
  @State
  public static class Completion {
    private final RacedRequest raced = RacedRequest.withHelper();

    @Actor
    public void first() {
      raced.serve();
    }

    @Actor
    public void helper() {
      raced.help();
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = raced.announced();
      r.r2 = raced.result();
    }
  }

  /** Third: 1 if cancel returned true. */
  @JCStressTest
  @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "It ended before.")
  @Outcome(id = "1, -1, 1", expect = Expect.ACCEPTABLE, desc = "It was cancelled.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both, or neither, or not once.")
  @State
  public static class CancelAgainstFinish {
    private final RacedRequest raced = new RacedRequest();

    @Actor
    public void first() {
      raced.serve();
    }

    @Actor
    public void canceller(III_Result r) {
      r.r3 = raced.request.cancel() ? 1 : 0;
    }

    @Arbiter
    public void end(III_Result r) {
      r.r1 = raced.announced();
      r.r2 = raced.result();
    }
  }

  /**
   * Cancels while a helper runs all chunks that it gets; the first thread ends the request
   * afterwards.
   */
  @JCStressTest
  @Outcome(id = "1, -1, 1", expect = Expect.ACCEPTABLE, desc = "It was cancelled.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both, or neither, or not once.")
  @State
  public static class CancelAgainstHelper {
    private final RacedRequest raced = RacedRequest.withHelper();

    @Actor
    public void helper() {
      raced.help();
    }

    @Actor
    public void canceller(III_Result r) {
      r.r3 = raced.request.cancel() ? 1 : 0;
    }

    @Arbiter
    public void end(III_Result r) {
      raced.serve();
      r.r1 = raced.announced();
      r.r2 = raced.result();
    }
  }
}
