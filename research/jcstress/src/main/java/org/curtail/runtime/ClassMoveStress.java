package org.curtail.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A request moves from a slow thread to a fast one, during other events. */
public final class ClassMoveStress {
  private ClassMoveStress() {}

  /** A request begun by the slow thread. */
  @State
  public static class BegunRequest extends EndedRequestState {
    public BegunRequest() {
      super(RacedRequest.onTwoClasses());
    }

    /** Called after all is served. */
    @Override
    void report(II_Result r) {
      raced.serveAll();
      super.report(r);
    }
  }

  /** First: announcements of the end; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstBorders {
    @Actor
    public void slow(BegunRequest state) {
      state.raced.serve();
    }

    @Actor
    public void policy(BegunRequest state) {
      state.raced.allFast();
    }

    @Arbiter
    public void end(BegunRequest state, II_Result r) {
      state.report(r);
    }
  }

  /** A begun request that is due for the fast thread. */
  @State
  public static class DueRequest extends BegunRequest {
    public DueRequest() {
      raced.allFast();
    }
  }

  /** First: announcements of the end; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstOtherThread {
    @Actor
    public void slow(DueRequest state) {
      state.raced.serve();
    }

    @Actor
    public void fast(DueRequest state) {
      state.raced.serveFast();
    }

    @Arbiter
    public void end(DueRequest state, II_Result r) {
      state.report(r);
    }
  }

  /** First: announcements of the end; second: -1 if it was cancelled in time. */
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "It was cancelled, once.")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "It had ended before.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or lost between two threads.")
  public static class AgainstClosing {
    @Actor
    public void slow(DueRequest state) {
      state.raced.serve();
    }

    @Actor
    public void closing(DueRequest state) {
      state.raced.cancelAll();
    }

    @Arbiter
    public void end(DueRequest state, II_Result r) {
      state.report(r);
    }
  }
}
