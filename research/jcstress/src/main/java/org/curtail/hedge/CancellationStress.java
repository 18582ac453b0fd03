package org.curtail.hedge;

import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** A cancellation action of an attempt runs exactly once, even if it is registered late. */
public final class CancellationStress {
  private CancellationStress() {}

  /** Two threads register an action while the attempt is cancelled. */
  @JCStressTest
  @Outcome(id = "1, 1", expect = Expect.ACCEPTABLE, desc = "Both were done, once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "One was forgotten, or done twice.")
  @State
  public static class RegisterAgainstCancel {
    private final RacedCall raced = new RacedCall(false);
    private final AtomicInteger first = new AtomicInteger();
    private final AtomicInteger second = new AtomicInteger();

    @Actor
    public void canceller() {
      raced.future.cancel(true);
    }

    @Actor
    public void registers() {
      raced.attempt(0).onCancel(first::incrementAndGet);
    }

    @Actor
    public void registersToo() {
      raced.attempt(0).onCancel(second::incrementAndGet);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = first.get();
      r.r2 = second.get();
    }
  }

  /** First: runs of the action; second: 1 if the attempt was cancelled. */
  @JCStressTest
  @Outcome(id = "0, 0", expect = Expect.ACCEPTABLE, desc = "It was answered.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "It was answered, and was cancelled too.")
  @State
  public static class RegisterAgainstAnswer {
    private final RacedCall raced = new RacedCall(false);
    private final AtomicInteger done = new AtomicInteger();

    @Actor
    public void answers() {
      raced.answer(0);
    }

    @Actor
    public void registers() {
      raced.attempt(0).onCancel(done::incrementAndGet);
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = done.get();
      r.r2 = raced.attempt(0).isCancelled() ? 1 : 0;
    }
  }
}
