package org.curtail.hedge;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeoutException;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;

/**
 * Sends asynchronous calls again that have no answer yet, as a plan says, and takes the first
 * answer. Works for whatever can be started and answers by a {@link
 * java.util.concurrent.CompletionStage}. Safe for all threads.
 *
 * <pre>{@code
 * try (Hedge hedge = Hedge.of(plan).named("catalog").idempotent().start()) {
 *   CompletableFuture<String> answer = hedge.call(attempt -> send(attempt), Duration.ofSeconds(1));
 * }
 * }</pre>
 *
 * <p>The first attempt starts on the caller's thread, further ones on the hedge's own thread for
 * time, of which there is one, whatever the number of calls.
 */
public final class Hedge implements AutoCloseable {
  private Hedge() {}

  /**
   * Hedges as planned. The budget is the plan's, unless the setup says otherwise.
   *
   * @throws IllegalArgumentException if the plan has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePlan plan) {
    throw new UnsupportedOperationException("Hedge.of: " + plan);
  }

  /**
   * Hedges by a policy of which nothing else is known. The budget is 5 % of the calls, unless the
   * setup says otherwise.
   *
   * @throws IllegalArgumentException if the policy has more than 100 attempts
   */
  public static HedgeSetup of(ReissuePolicy policy) {
    throw new UnsupportedOperationException("Hedge.of: " + policy);
  }

  /**
   * Learns from its own calls when to hedge, and goes on learning. Sends nothing again before it
   * has seen enough. The budget is the goal's, unless the setup says otherwise.
   */
  public static HedgeSetup adaptive(ReissueGoal goal) {
    throw new UnsupportedOperationException("Hedge.adaptive: " + goal);
  }

  /** As {@link #call(HedgedCall, Duration)}, without a deadline. */
  public <T> CompletableFuture<T> call(HedgedCall<T> call) {
    throw new UnsupportedOperationException("call: " + call);
  }

  /**
   * Starts a call, and further attempts of it when they are due. The first attempt that succeeds is
   * the answer. An attempt that fails does not end the call while another one is under way; if none
   * is, the failure is the answer, unless it is {@linkplain HedgeSetup#retrying retried}. If all
   * attempts fail, the answer is the first failure; at most 8 others are suppressed in it.
   *
   * <p>The answer is there first, then the attempts that lost are cancelled: by {@link
   * Attempt#onCancel}, and by {@link CompletableFuture#cancel} if that is what the call returned.
   * Whoever cancels or completes the returned future itself ends the call too.
   *
   * <p>Stages that depend on the answer and are not asynchronous run on the thread that answered;
   * after the deadline on the thread for time, so they should be quick.
   *
   * @param timeout from now; if it is over before there is an answer, the call fails with a {@link
   *     TimeoutException}; if it is not positive, at once, and nothing is sent
   * @return never fails to be returned: what {@code call} throws is its failure; if the hedge is
   *     closed, it fails with a {@link java.util.concurrent.RejectedExecutionException}; if it is
   *     cancelled, with a {@link CancellationException}
   */
  public <T> CompletableFuture<T> call(HedgedCall<T> call, Duration timeout) {
    throw new UnsupportedOperationException("call: " + call + " " + timeout);
  }

  /** What has happened so far. */
  public HedgeMetrics metrics() {
    throw new UnsupportedOperationException("metrics");
  }

  /** When attempts are sent at this moment; changes if the hedge is adaptive. */
  public ReissuePolicy policy() {
    throw new UnsupportedOperationException("policy");
  }

  /**
   * In plain words: when it hedges at this moment, what keeps it from hedging more, and why. A few
   * lines, the last with a line break too.
   */
  public String explain() {
    throw new UnsupportedOperationException("explain");
  }

  /**
   * Refuses new calls and sends no further attempts. Returns at once: attempts under way go on, and
   * their calls end with their answers, or at their deadlines. Once closed, does nothing.
   */
  @Override
  public void close() {
    throw new UnsupportedOperationException("close");
  }
}
