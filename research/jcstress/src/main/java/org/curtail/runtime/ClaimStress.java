package org.curtail.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Claiming: each chunk once, and none after the last or after the end. */
public final class ClaimStress {
  private ClaimStress() {}

  /** Two threads claim two chunks, and once more each. */
  @JCStressTest
  @Outcome(
      id = {"0, 1, -1, -1", "-1, -1, 0, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One thread got both.")
  @Outcome(
      id = {"0, -1, 1, -1", "1, -1, 0, -1"},
      expect = Expect.ACCEPTABLE,
      desc = "Each thread got one.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A chunk was lost, or claimed twice.")
  @State
  public static class EachChunkOnce {
    private final RacedRequest raced = new RacedRequest();

    @Actor
    public void one(IIII_Result r) {
      r.r1 = raced.request.claim();
      r.r2 = raced.request.claim();
    }

    @Actor
    public void other(IIII_Result r) {
      r.r3 = raced.request.claim();
      r.r4 = raced.request.claim();
    }
  }

  /**
   * One thread claims, another ends the request with "enough"; the third number is the counted
   * chunks.
   */
  @JCStressTest
  @Outcome(id = "0, 1, 2", expect = Expect.ACCEPTABLE, desc = "Enough after both.")
  @Outcome(id = "0, -1, 1", expect = Expect.ACCEPTABLE, desc = "Enough between them.")
  @Outcome(id = "-1, -1, 0", expect = Expect.ACCEPTABLE, desc = "Enough before both.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Claimed after the end, or counted wrongly.")
  @State
  public static class ClaimAgainstEnough {
    private final RacedRequest raced = new RacedRequest();

    @Actor
    public void claimer(III_Result r) {
      r.r1 = raced.request.claim();
      r.r2 = raced.request.claim();
    }

    @Actor
    public void satisfied() {
      raced.request.enough();
    }

    @Arbiter
    public void count(III_Result r) {
      r.r3 = raced.request.claimed();
    }
  }

  /** As {@link ClaimAgainstEnough}, by cancellation. */
  @JCStressTest
  @Outcome(
      id = {"0, 1", "0, -1", "-1, -1"},
      expect = Expect.ACCEPTABLE,
      desc = "In this order.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Claimed after it was cancelled.")
  @State
  public static class ClaimAgainstCancel {
    private final RacedRequest raced = new RacedRequest();

    @Actor
    public void claimer(II_Result r) {
      r.r1 = raced.request.claim();
      r.r2 = raced.request.claim();
    }

    @Actor
    public void canceller() {
      raced.request.cancel();
    }
  }
}
