package org.curtail.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;
import org.openjdk.jcstress.infra.results.II_Result;

/** Joining and leaving: exactly one thread is the last, and none enters after it. */
public final class JoinLeaveStress {
  private JoinLeaveStress() {}

  private static DegreePath started() {
    var path = new DegreePath();
    path.start(1);
    path.begin(1);
    return path;
  }

  /** Enters and leaves; 0 if it came too late, 1 if it was the last, 2 if others were left. */
  private static int help(DegreePath path) {
    if (path.enter(2, 0) == 0) {
      return 0;
    }
    return path.leave(3, 0) == 0 ? 1 : 2;
  }

  /** The first thread leaves while another enters and leaves. */
  @JCStressTest
  @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "The helper came too late.")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "The helper had gone before.")
  @Outcome(id = "2, 1", expect = Expect.ACCEPTABLE, desc = "The helper was the last.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "None was the last, or both, or one came later.")
  @State
  public static class ExactlyOneIsLast {
    private final DegreePath path = started();

    @Actor
    public void first(II_Result r) {
      r.r1 = path.leave(3, 0) == 0 ? 1 : 2;
    }

    @Actor
    public void helper(II_Result r) {
      r.r2 = help(path);
    }
  }

  /** Two threads are both wanted elsewhere: one has to stay. Third: number of threads left. */
  @JCStressTest
  @Outcome(
      id = {"1, 0, 1", "0, 1, 1"},
      expect = Expect.ACCEPTABLE,
      desc = "One went.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Both went, or none.")
  @State
  public static class LastThreadStays {
    private final DegreePath path = started();

    public LastThreadStays() {
      path.enter(2, 0);
    }

    @Actor
    public void one(III_Result r) {
      r.r1 = path.leaveToOthers(3, 0);
    }

    @Actor
    public void other(III_Result r) {
      r.r2 = path.leaveToOthers(3, 0);
    }

    @Arbiter
    public void left(III_Result r) {
      r.r3 = path.serving();
    }
  }
}
