package org.curtail.hedge;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.IIII_Result;

/**
 * Ends of calls: exactly one. Results are: the call's result; attempts started; attempts cancelled;
 * 1 if its end was counted, reported and completed as often as it ended.
 */
public final class CallStress {
  private CallStress() {}

  private static void note(RacedCall raced, IIII_Result r) {
    r.r1 = raced.result();
    r.r2 = raced.started();
    r.r3 = raced.cancelled();
    r.r4 = raced.endedOnce();
  }

  /** The first attempt answers while its hedge becomes due. */
  @JCStressTest
  @Outcome(id = "0, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "No hedge was sent.")
  @Outcome(id = "0, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "It was sent and cancelled.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost, doubled, or a hedge was left alone.")
  @State
  public static class AnswerAgainstHedge {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void answer() {
      raced.answer(0);
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** Both attempts answer. */
  @JCStressTest
  @Outcome(id = "0, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The first won.")
  @Outcome(id = "0, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The first won, in good time.")
  @Outcome(id = "1, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The second won.")
  @Outcome(id = "1, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The second won, in good time.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class AnswerAgainstAnswer {
    private final RacedCall raced = new RacedCall(false);

    public AnswerAgainstAnswer() {
      raced.stepAt(1);
    }

    @Actor
    public void first() {
      raced.answer(0);
    }

    @Actor
    public void second() {
      raced.answer(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** The first attempt fails while its hedge becomes due. */
  @JCStressTest
  @Outcome(id = "-1, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "It failed; no hedge was sent.")
  @Outcome(id = "-4, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The hedge goes on alone.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Failed with an attempt under way, or lost.")
  @State
  public static class FailureAgainstHedge {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void failure() {
      raced.fail(0);
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /**
   * A failure with retries while the hedge becomes due: one more attempt either way, or two. Then
   * the caller cancels, which must reach all running attempts.
   */
  @JCStressTest
  @Outcome(id = "-3, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The hedge went on alone.")
  @Outcome(id = "-3, 3, 2, 1", expect = Expect.ACCEPTABLE, desc = "A retry and a hedge.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost, without need, or left alone at the end.")
  @State
  public static class RetryAgainstHedge {
    private final RacedCall raced = new RacedCall(true);

    @Actor
    public void failure() {
      raced.fail(0);
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      raced.future.cancel(true);
      note(raced, r);
    }
  }

  /** The first attempt fails fatally while its hedge becomes due. */
  @JCStressTest
  @Outcome(id = "-1, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "It failed; no hedge was sent.")
  @Outcome(id = "-1, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The hedge was cancelled.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Goes on, lost, or a hedge was left alone.")
  @State
  public static class FatalFailureAgainstHedge {
    private final RacedCall raced = new RacedCall(true);

    @Actor
    public void failure() {
      raced.failFatally(0);
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** One attempt answers, the other fails fatally. */
  @JCStressTest
  @Outcome(id = "1, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The answer came first.")
  @Outcome(id = "1, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The answer, in good time.")
  @Outcome(id = "-1, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "The failure came first.")
  @Outcome(id = "-1, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "The failure, in good time.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class FatalFailureAgainstAnswer {
    private final RacedCall raced = new RacedCall(true);

    public FatalFailureAgainstAnswer() {
      raced.stepAt(1);
    }

    @Actor
    public void failure() {
      raced.failFatally(0);
    }

    @Actor
    public void answer() {
      raced.answer(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** The only attempt fails while it declares that it is the last. */
  @JCStressTest
  @Outcome(id = "-1, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "It was not retried.")
  @Outcome(id = "-4, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "It was retried before.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class LastAttemptAgainstRetry {
    private final RacedCall raced = new RacedCall(true);

    @Actor
    public void failure() {
      raced.fail(0);
    }

    @Actor
    public void word() {
      raced.attempt(0).sendNoMore();
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** Both attempts fail, and there is no third. */
  @JCStressTest
  @Outcome(id = "-1, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "It failed once.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class FailureAgainstFailure {
    private final RacedCall raced = new RacedCall(false);

    public FailureAgainstFailure() {
      raced.stepAt(1);
    }

    @Actor
    public void first() {
      raced.fail(0);
    }

    @Actor
    public void second() {
      raced.fail(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** One fails, the other answers. */
  @JCStressTest
  @Outcome(id = "1, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "Answered; the failure was first.")
  @Outcome(id = "1, 2, 1, 1", expect = Expect.ACCEPTABLE, desc = "Answered; the other cancelled.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "A failure won, or the call was lost.")
  @State
  public static class FailureAgainstAnswer {
    private final RacedCall raced = new RacedCall(false);

    public FailureAgainstAnswer() {
      raced.stepAt(1);
    }

    @Actor
    public void first() {
      raced.fail(0);
    }

    @Actor
    public void second() {
      raced.answer(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** An answer at the deadline, after the timer has slept through the hedges. */
  @JCStressTest
  @Outcome(id = "0, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Answered.")
  @Outcome(id = "-2, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "Timed out and cancelled.")
  @Outcome(id = "-2, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Timed out; answered meanwhile.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class AnswerAgainstDeadline {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void answer() {
      raced.answer(0);
    }

    @Actor
    public void timer() {
      raced.stepAt(4);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** The caller cancels while the hedge becomes due. */
  @JCStressTest
  @Outcome(id = "-3, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled before the hedge.")
  @Outcome(id = "-3, 2, 2, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled with the hedge.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "An attempt was left alone, or cancelled twice.")
  @State
  public static class CancelAgainstHedge {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void canceller() {
      raced.future.cancel(true);
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** The caller cancels while an attempt answers. */
  @JCStressTest
  @Outcome(id = "0, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Answered.")
  @Outcome(id = "-3, 1, 1, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled.")
  @Outcome(id = "-3, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Cancelled; answered meanwhile.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "Lost or doubled.")
  @State
  public static class CancelAgainstAnswer {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void canceller() {
      raced.future.cancel(true);
    }

    @Actor
    public void answer() {
      raced.answer(0);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }

  /** The hedge is closed while a copy becomes due: sent or not, the call continues. */
  @JCStressTest
  @Outcome(id = "-4, 1, 0, 1", expect = Expect.ACCEPTABLE, desc = "Closed before the hedge.")
  @Outcome(id = "-4, 2, 0, 1", expect = Expect.ACCEPTABLE, desc = "Closed after it.")
  @Outcome(expect = Expect.FORBIDDEN, desc = "The call did not go on.")
  @State
  public static class CloseAgainstHedge {
    private final RacedCall raced = new RacedCall(false);

    @Actor
    public void closer() {
      raced.hedge.close();
    }

    @Actor
    public void timer() {
      raced.stepAt(1);
    }

    @Arbiter
    public void end(IIII_Result r) {
      note(raced, r);
    }
  }
}
