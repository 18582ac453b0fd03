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

/** A policy is replaced during other events. */
public final class SwapStress {
  private SwapStress() {}

  /** Constant degree, which is also its maximum. */
  private record ConstantDegree(int maxDegree) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(maxDegree);
    }

    @Override
    public int threads(int cores) {
      return 1;
    }
  }

  /** A request with its policy and the policy's replacement. */
  @State
  public static class PolicySwap extends EndedRequestState {
    public PolicySwap() {
      super(new RacedRequest());
    }

    void swap() {
      raced.policy(new ConstantDegree(2));
    }
  }

  /** First: announcements of the end; second: chunks that ran. */
  @JCStressTest
  @Outcome(id = "1, 2", expect = Expect.ACCEPTABLE, desc = "Once, and every chunk is in it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or a chunk was lost.")
  public static class AgainstBorders {
    @Actor
    public void serving(PolicySwap state) {
      state.raced.serve();
    }

    @Actor
    public void swapping(PolicySwap state) {
      state.swap();
    }

    @Arbiter
    public void end(PolicySwap state, II_Result r) {
      state.report(r);
    }
  }

  /** First: announcements of the end; second: -1, since it was cancelled. */
  @JCStressTest
  @Outcome(id = "1, -1", expect = Expect.ACCEPTABLE, desc = "It was cancelled, once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Not once, or not cancelled.")
  public static class AgainstClosing {
    @Actor
    public void closing(PolicySwap state) {
      state.raced.cancelAll();
    }

    @Actor
    public void swapping(PolicySwap state) {
      state.swap();
    }

    @Arbiter
    public void end(PolicySwap state, II_Result r) {
      state.raced.serve();
      state.report(r);
    }
  }

  /** A request, and one submitted while the policy is replaced. */
  @State
  public static class TwoRequests extends PolicySwap {
    private @Nullable Ticket<Integer> other;
  }

  /** First: end of the first request; second: end of the later one. */
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
      r.r2 = RacedRequest.resultOf(submitted);
    }
  }

  /** A request whose policy was replaced before its next decision. */
  @State
  public static class EarlierPolicySwap extends PolicySwap {
    public EarlierPolicySwap() {
      raced.policy(new ConstantDegree(1));
    }
  }

  /** The policy before the last would give all wanted threads, and never be asked again. */
  @JCStressTest
  @Outcome(id = "2", expect = Expect.ACCEPTABLE, desc = "The last one was asked, and counts.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "What an earlier one said is left.")
  public static class LastPolicyDecides {
    @Actor
    public void atBorder(EarlierPolicySwap state) {
      state.raced.request.border(System.nanoTime());
    }

    @Actor
    public void swapping(EarlierPolicySwap state) {
      state.swap();
    }

    @Arbiter
    public void atNextBorder(EarlierPolicySwap state, I_Result r) {
      state.raced.request.border(System.nanoTime());
      r.r1 = state.raced.request.decidedDegree();
    }
  }
}
