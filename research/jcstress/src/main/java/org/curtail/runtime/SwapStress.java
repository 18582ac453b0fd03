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

  /** A request that a policy serves, and the one that takes its place. */
  @State
  public static class Swapped extends RacedEnd {
    public Swapped() {
      super(new Raced());
    }

    void swap() {
      raced.policy(new Gives(2));
    }
  }

  /** First: how often the end was announced; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstBorders {
    @Actor
    public void serving(Swapped state) {
      state.raced.serve();
    }

    @Actor
    public void swapping(Swapped state) {
      state.swap();
    }

    @Arbiter
    public void end(Swapped state, II_Result r) {
      state.tell(r);
    }
  }

  /** First: how often the end was announced; second: -1, since it was cancelled. */
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "It was cancelled, once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or not cancelled.")
  public static class AgainstClosing {
    @Actor
    public void closing(Swapped state) {
      state.raced.cancelAll();
    }

    @Actor
    public void swapping(Swapped state) {
      state.swap();
    }

    @Arbiter
    public void end(Swapped state, II_Result r) {
      state.raced.serve();
      state.tell(r);
    }
  }

  /** A request, and one that is submitted while the policy is replaced. */
  @State
  public static class TwoRequests extends Swapped {
    private @Nullable Ticket<Integer> other;
  }

  /** First: ends of the first request; second: of the one that is submitted meanwhile. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Both were served.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A request was lost.")
  public static class AgainstSubmission {
    @Actor
    public void submitting(TwoRequests state) {
      state.other = state.raced.submitAnother();
    }

    @Actor
    public void swapping(TwoRequests state) {
      state.swap();
    }

    @Arbiter
    public void end(TwoRequests state, II_Result r) {
      state.raced.serve();
      Ticket<Integer> submitted = requireNonNull(state.other);
      r.r1 = state.raced.announced() - (submitted.isDone() ? 1 : 0);
      r.r2 = Raced.resultOf(submitted);
    }
  }

  /** A request whose policy was replaced before, and nobody has asked the new one. */
  @State
  public static class SwappedBefore extends Swapped {
    public SwappedBefore() {
      raced.policy(new Gives(1));
    }
  }

  /** The policy before the last would have all the threads that it wants, and never be asked. */
  @JCStressTest
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The last one was asked, and counts.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "What an earlier one said is left.")
  public static class TheLastPolicyDecides {
    @Actor
    public void atBorder(SwappedBefore state) {
      state.raced.request.border(System.nanoTime());
    }

    @Actor
    public void swapping(SwappedBefore state) {
      state.swap();
    }

    @Arbiter
    public void atNextBorder(SwappedBefore state, I_Result r) {
      state.raced.request.border(System.nanoTime());
      r.r1 = state.raced.request.degree();
    }
  }
}
