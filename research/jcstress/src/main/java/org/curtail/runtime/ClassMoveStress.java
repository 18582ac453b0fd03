package org.curtail.runtime;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A request goes from a slow thread to a fast one, while anything else happens. */
public final class ClassMoveStress {
  private ClassMoveStress() {}

  /** A request that the slow thread has begun. */
  @State
  public static class Begun extends RacedEnd {
    public Begun() {
      super(Raced.onTwoClasses());
    }

    /** Once all is served. */
    @Override
    void tell(II_Result r) {
      raced.serveAll();
      super.tell(r);
    }
  }

  /** First: how often the end was announced; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstBorders {
    @Actor
    public void slow(Begun state) {
      state.raced.serve();
    }

    @Actor
    public void policy(Begun state) {
      state.raced.allFast();
    }

    @Arbiter
    public void end(Begun state, II_Result r) {
      state.tell(r);
    }
  }

  /** A request that is for the fast thread since it was begun. */
  @State
  public static class Due extends Begun {
    public Due() {
      raced.allFast();
    }
  }

  /** First: how often the end was announced; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstTheOtherThread {
    @Actor
    public void slow(Due state) {
      state.raced.serve();
    }

    @Actor
    public void fast(Due state) {
      state.raced.serveFast();
    }

    @Arbiter
    public void end(Due state, II_Result r) {
      state.tell(r);
    }
  }

  /** First: how often the end was announced; second: -1 if it was cancelled in time. */
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "It was cancelled, once.")
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "It had ended before.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or lost between two threads.")
  public static class AgainstClosing {
    @Actor
    public void slow(Due state) {
      state.raced.serve();
    }

    @Actor
    public void closing(Due state) {
      state.raced.cancelAll();
    }

    @Arbiter
    public void end(Due state, II_Result r) {
      state.tell(r);
    }
  }
}
