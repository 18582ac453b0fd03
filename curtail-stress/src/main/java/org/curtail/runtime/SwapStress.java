package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.jspecify.annotations.Nullable;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.I_Result;

/** Another policy takes the place of the one that serves, while anything else happens. */
public final class SwapStress {
  private SwapStress() {}

  /** Always the same degree, which is its greatest. */
  private record Gives(int maxDegree) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(maxDegree);
    }

    @Override
    public int threads(int cores) {
      return 1;
    }
  }

  /** First: how often the end was announced; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  @State
  public static class AgainstBorders {
    private final Raced raced = new Raced();

    @Actor
    public void serving() {
      raced.serve();
    }

    @Actor
    public void swapping() {
      raced.policy(new Gives(2));
    }

    @Arbiter
    public void end(II_Result r) {
      r.r1 = raced.announced();
      r.r2 = raced.result();
    }
  }

  /** The policy before the last would have all the threads that it wants, and never be asked. */
  @JCStressTest
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The last one was asked, and counts.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "What an earlier one said is left.")
  @State
  public static class TheLastPolicyDecides {
    private final Raced raced = new Raced();

    public TheLastPolicyDecides() {
      raced.policy(new Gives(1));
    }

    @Actor
    public void atBorder() {
      raced.request.border(System.nanoTime());
    }

    @Actor
    public void swapping() {
      raced.policy(new Gives(2));
    }

    @Arbiter
    public void atNextBorder(I_Result r) {
      raced.request.border(System.nanoTime());
      r.r1 = raced.request.degree();
    }
  }

  /** First: ends of the first request; second: of the one that is submitted meanwhile. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Both were served.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A request was lost.")
  @State
  public static class AgainstSubmission {
    private final Raced raced = new Raced();
    private @Nullable Ticket<Integer> other;

    @Actor
    public void submitting() {
      other = raced.submitAnother();
    }

    @Actor
    public void swapping() {
      raced.policy(new Gives(2));
    }

    @Arbiter
    public void end(II_Result r) {
      raced.serve();
      Ticket<Integer> submitted = requireNonNull(other);
      r.r1 = raced.announced() - (submitted.isDone() ? 1 : 0);
      r.r2 = Raced.resultOf(submitted);
    }
  }

  /** First: how often the end was announced; second: -1, since it was cancelled. */
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "It was cancelled, once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or not cancelled.")
  @State
  public static class AgainstClosing {
    private final Raced raced = new Raced();

    @Actor
    public void closing() {
      raced.cancelAll();
    }

    @Actor
    public void swapping() {
      raced.policy(new Gives(2));
    }

    @Arbiter
    public void end(II_Result r) {
      raced.serve();
      r.r1 = raced.announced();
      r.r2 = raced.result();
    }
  }
}
