package org.curtail.runtime;

import java.util.List;
import org.curtail.policy.Sequential;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** A request is preempted on one thread and continues on another. */
public final class HandOverStress {
  private HandOverStress() {}

  /** Keeps one number, written and read without synchronization of its own. */
  private static final class MovableWork implements SharedWork<int[], Integer> {
    @Override
    public int chunks() {
      return 2;
    }

    @Override
    public int[] join() {
      return new int[1];
    }

    @Override
    public boolean workersMove() {
      return true;
    }

    @Override
    public void run(int[] worker, int chunk, Checkpoint checkpoint) {
      worker[0]++;
    }

    @Override
    public Integer complete(List<int[]> workers) {
      return workers.size();
    }
  }

  private static Worker idleWorker() {
    Curtail curtail = Curtail.with(new Sequential()).threads(1).unrecorded().startWithoutThreads();
    return Worker.ofPool(curtail.engine(), 0, 0, 0);
  }

  private static final Worker ONE = idleWorker();
  private static final Worker OTHER = idleWorker();

  /**
   * First: 1 if the other thread continues the first one's state; second: the value that it sees.
   */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "The one had not left yet.")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "All that the one has done is there.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Something is missing, or used by both.")
  @State
  public static class StateIsVisible {
    private final SharedWork<int[], Integer> work = new MovableWork();
    private final Request.JoinedWorkers<int[]> joined = new Request.JoinedWorkers<>();
    private final int[] left;

    public StateIsVisible() {
      left = join(ONE, 0);
    }

    private int[] join(Worker by, int chunk) {
      try {
        return joined.join(by, work, chunk);
      } catch (Exception e) {
        throw new IllegalStateException(e);
      }
    }

    @Actor
    public void one() {
      left[0] = 1;
      joined.leave(ONE, 1);
    }

    @Actor
    @SuppressWarnings("ReferenceEquality") // The same object.
    public void other(II_Result r) {
      int[] own = join(OTHER, 1);
      r.r1 = own == left ? 1 : 0;
      r.r2 = own[0];
    }
  }

  /**
   * The only thread leaves temporarily while a helper comes. First: threads that the first one
   * left; second: threads that serve in the end.
   */
  @JCStressTest
  @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "It goes on with the helper.")
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "The helper was there before.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "The helper was sent away, or counted twice.")
  @State
  public static class HelperContinues {
    private final DegreePath path = new DegreePath();

    public HelperContinues() {
      path.start(1);
      path.begin(1);
    }

    @Actor
    public void first(II_Result r) {
      r.r1 = path.leaveForNow(3, 0);
    }

    @Actor
    public void helper() {
      path.enter(3, 0);
    }

    @Arbiter
    public void serving(II_Result r) {
      r.r2 = path.serving();
    }
  }

  /** A caller with a preempted request checks for work while the request is resumed. */
  @JCStressTest
  @Outcome(id = "0", expect = Expect.ACCEPTABLE, desc = "It is preempted, or has work.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It leaves, and no thread serves the request.")
  @State
  public static class SetAsideCallerStays {
    private final Worker caller;
    private final Request<?, ?> request;

    public SetAsideCallerStays() {
      Curtail curtail =
          Curtail.with(new Sequential()).threads(1).unrecorded().startWithoutThreads();
      caller = Worker.ofCaller(curtail.engine());
      request = curtail.engine().request(new MovableWork(), RequestOptions.NONE, caller);
      curtail.engine().accept(request, true);
      while (caller.hasWork()) {
        caller.step();
      }
      caller.preempted(Request.NEVER);
    }

    @Actor
    public void goesOn() {
      caller.assign(request, Worker.Duty.GO_ON, null);
    }

    @Actor
    public void caller(I_Result r) {
      r.r1 = caller.hasServed() ? 1 : 0;
    }
  }
}
