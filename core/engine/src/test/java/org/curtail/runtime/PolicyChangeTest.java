package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import org.curtail.Decision;
import org.curtail.DelegatingPolicy;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.policy.Sharing;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.SilentLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

/** Another policy takes the place of the one that serves. */
@Timeout(300)
@ExtendWith(SilentLog.class)
class PolicyChangeTest {
  /** A policy that wants so many threads and gives each request so many. */
  private record Plain(int degree, int wanted) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(degree);
    }

    @Override
    public int maxDegree() {
      return degree;
    }

    @Override
    public int threads(int cores) {
      return wanted;
    }
  }

  /** Writes down what it is shown, and remembers how many requests have started. */
  private static final class Curious implements Policy {
    final List<Progress> shown = new ArrayList<>();
    final List<Long> memories = new ArrayList<>();
    private final int degree;

    Curious(int degree) {
      this.degree = degree;
    }

    @Override
    public Decision decide(Progress running, Load load) {
      shown.add(running);
      memories.add(load.memory());
      return Decision.keep(degree);
    }

    @Override
    public long remember(Load load) {
      return load.memory() + 1;
    }

    @Override
    public int maxDegree() {
      return degree;
    }

    @Override
    public int threads(int cores) {
      return cores;
    }
  }

  /**
   * A thread that was just asking may have seen the load of the change: the race is in SwapStress.
   */
  @Test
  void earlierDecisionsAreForgottenAfterAnyPublishedLoad() {
    Curtail curtail = stepped(new FixedDegree(1), 1, 1);
    curtail.submit(new RecordedWork(4, chunk -> {}));
    Worker worker = curtail.workers().getFirst();
    worker.step();
    worker.step();
    Request<?, ?> request = requireNonNull(worker.request());
    assertThat(request.isDue(0)).isFalse();
    request.forgetDecision();
    assertThat(request.isDue(0)).isTrue();
  }

  /** An engine stepped by hand, on a clock that stands still. */
  private static Curtail stepped(Policy policy, int cores, int threads) {
    var clock = new ManualClock();
    return Curtail.with(policy).cores(cores).threads(threads).clock(clock).startWithoutThreads();
  }

  private static void step(Curtail curtail, int rounds) {
    for (int i = 0; i < rounds; i++) {
      curtail.workers().forEach(Worker::step);
    }
  }

  private static void stepToEnd(Curtail curtail) {
    while (curtail.workers().stream().anyMatch(Worker::hasWork)) {
      step(curtail, 1);
    }
  }

  @Test
  void theEngineSaysWhichPolicyServes() {
    var first = new Sequential();
    var second = new FixedDegree(2);
    try (Curtail curtail = Curtail.with(first).cores(2).start()) {
      assertThat(curtail.policy()).isSameAs(first);
      curtail.policy(second);
      assertThat(curtail.policy()).isSameAs(second);
    }
  }

  @Test
  void aRequestThatRunsGetsTheThreadsOfTheNewPolicyAtItsNextBorder() throws Exception {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start()) {
      var begun = new CountDownLatch(1);
      var swapped = new CountDownLatch(1);
      var together = new CyclicBarrier(2);
      // Two of the chunks after the first wait for each other, so that one thread is not enough.
      var work =
          new RecordedWork(
              20,
              chunk -> {
                if (chunk == 0) {
                  begun.countDown();
                  swapped.await();
                } else if (chunk < 3) {
                  together.await();
                }
              });
      Ticket<Integer> ticket = curtail.submit(work);
      begun.await();
      curtail.policy(new FixedDegree(2));
      swapped.countDown();
      assertThat(ticket.get(30, SECONDS)).isEqualTo(20);
      assertThat(ticket.timeline().peakDegree()).isEqualTo(2);
    }
  }

  @Test
  void theNewPolicyIsAskedAsIfNothingHadBeenDecidedAndNothingIsRemembered() {
    var first = new Curious(1);
    var second = new Curious(2);
    Curtail curtail = stepped(first, 3, 3);
    curtail.submit(new RecordedWork(5, chunk -> {}));
    curtail.submit(new RecordedWork(5, chunk -> {}));
    step(curtail, 6);
    assertThat(first.memories).contains(2L);
    int asked = first.shown.size();
    curtail.policy(second);
    assertThat(second.shown).as("asked before a border").isEmpty();
    stepToEnd(curtail);
    assertThat(first.shown).hasSize(asked);
    assertThat(second.shown.getFirst().decidedDegree()).isZero();
    assertThat(second.shown.getFirst().threads()).isEqualTo(1);
    assertThat(second.shown).filteredOn(shown -> shown.decidedDegree() == 0).hasSize(2);
    assertThat(second.memories).containsOnly(0L);
    curtail.submit(new RecordedWork(5, chunk -> {}));
    assertThat(second.memories.getLast()).isEqualTo(1);
  }

  @Test
  void aRequestThatHasAllItsThreadsIsAskedAboutToo() {
    Curtail curtail = stepped(new FixedDegree(2), 2, 4);
    curtail.submit(new RecordedWork(100, chunk -> {}));
    step(curtail, 20);
    assertThat(curtail.threadsBusy()).isEqualTo(2);
    curtail.policy(new FixedDegree(4));
    step(curtail, 20);
    assertThat(curtail.threadsBusy()).isEqualTo(4);
    curtail.policy(new Sequential());
    step(curtail, 20);
    assertThat(curtail.threadsBusy()).as("nobody takes threads away").isEqualTo(4);
    curtail.policy(TailIndex.queueing(PaperTables.figure5Profile()).malleable());
    step(curtail, 20);
    assertThat(curtail.threadsBusy()).isEqualTo(2);
    stepToEnd(curtail);
    assertThat(curtail.metrics().counts().ended(Outcome.COMPLETED)).isEqualTo(1);
  }

  @Test
  void preemptedRequestsContinueUnderAPolicyThatDoesNotPreempt() {
    var clock = new ManualClock();
    Curtail curtail =
        Curtail.with(new Sharing(new Plain(1, 1), Duration.ofNanos(1)))
            .cores(1)
            .clock(clock)
            .startWithoutThreads();
    var tickets = new ArrayList<Ticket<Integer>>();
    for (int i = 0; i < 3; i++) {
      tickets.add(curtail.submit(new RecordedWork(50, chunk -> {})));
    }
    for (int i = 0; i < 30; i++) {
      clock.advanceMillis(1);
      step(curtail, 1);
    }
    assertThat(curtail.engine().view().preempted()).isNotEmpty();
    curtail.policy(new Plain(1, 1));
    stepToEnd(curtail);
    assertThat(tickets).allMatch(Ticket::isDone);
    assertThat(curtail.engine().view().preempted()).isEmpty();
  }

  @Test
  void aPolicyThatWantsMoreThreadsThanThereAreIsRefused() {
    Policy first = new Plain(1, 2);
    try (Curtail curtail = Curtail.with(first).cores(1).start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.policy(new Plain(1, 3)))
          .withMessageContaining("wants 3 threads")
          .withMessageContaining("started with 2")
          .withMessageContaining("Setup.threads(3)");
      assertThat(curtail.policy()).isSameAs(first);
    }
    try (Curtail curtail = Curtail.with(first).cores(1).threads(3).start()) {
      assertThat(curtail.threads()).isEqualTo(3);
      Policy next = new Plain(1, 3);
      curtail.policy(next);
      assertThat(curtail.policy()).isSameAs(next);
    }
  }

  @Test
  void noMoreThreadsServeThanThePolicyWants() {
    Curtail curtail = stepped(new Plain(1, 2), 2, 5);
    for (int i = 0; i < 5; i++) {
      curtail.submit(new RecordedWork(10, chunk -> {}));
    }
    assertThat(curtail.threadsBusy()).isEqualTo(2);
    curtail.policy(new Plain(1, 4));
    assertThat(curtail.threadsBusy()).isEqualTo(4);
    curtail.policy(new Plain(1, 1));
    assertThat(curtail.threadsBusy()).as("who runs goes on").isEqualTo(4);
    stepToEnd(curtail);
    assertThat(curtail.metrics().counts().ended(Outcome.COMPLETED)).isEqualTo(5);
    curtail.submit(new RecordedWork(10, chunk -> {}));
    curtail.submit(new RecordedWork(10, chunk -> {}));
    assertThat(curtail.threadsBusy()).isEqualTo(1);
  }

  @Test
  @SuppressWarnings("NullAway") // What is tested.
  void aPolicyThatCannotServeIsRefusedAndThePresentOneGoesOn() {
    Policy first = new Sequential();
    try (Curtail curtail = Curtail.with(first).cores(1).start()) {
      assertThatNullPointerException().isThrownBy(() -> curtail.policy(null));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.policy(new Plain(0, 1)))
          .withMessageContaining("greatest degree of 0");
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.policy(new Plain(1, 0)))
          .withMessageContaining("wants 0 threads");
      Policy silent =
          new DelegatingPolicy() {
            @Override
            public Policy policy() {
              return first;
            }

            @Override
            public Traits traits() {
              throw new IllegalStateException("no traits");
            }
          };
      assertThatThrownBy(() -> curtail.policy(silent)).hasMessage("no traits");
      assertThat(curtail.policy()).isSameAs(first);
      assertThat(curtail.metrics().counts().policyChanges()).isZero();
    }
  }

  @Test
  void aPolicyThatNeedsPredictionsTakesNoPlaceWhereRequestsHaveNone() throws Exception {
    Policy predicted = TailIndex.predicted(PaperTables.figure5Profile());
    RequestOptions known = RequestOptions.NONE.predicted(Prediction.certain(1_000_000));
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start()) {
      var release = new CountDownLatch(1);
      Ticket<Integer> without = curtail.submit(new RecordedWork(1, chunk -> release.await()));
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.policy(predicted))
          .withMessageContaining("1 of the requests in the system have none");
      release.countDown();
      without.get(30, SECONDS);
      curtail.submit(new RecordedWork(3, chunk -> {}), known).get(30, SECONDS);
      while (curtail.threadsBusy() > 0) {
        Thread.onSpinWait();
      }
      curtail.policy(predicted);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
          .withMessageContaining("needs a prediction");
      assertThat(curtail.submit(new RecordedWork(3, chunk -> {}), known).get(30, SECONDS))
          .isEqualTo(3);
      curtail.policy(new Sequential());
      assertThat(curtail.submit(new RecordedWork(3, chunk -> {})).get(30, SECONDS)).isEqualTo(3);
    }
  }

  /** Its submitter was asked by the policy before, and comes after the next took its place. */
  @Test
  void aRequestWithoutPredictionThatComesJustAfterTheChangeIsRefused() {
    Curtail curtail = stepped(new Sequential(), 2, 2);
    Request<?, Integer> late =
        curtail.engine().request(new RecordedWork(1, chunk -> {}), RequestOptions.NONE, null);
    curtail.policy(TailIndex.predicted(PaperTables.figure5Profile()));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> curtail.engine().accept(late, true))
        .withMessageContaining("needs a prediction");
    assertThat(curtail.metrics().counts().refused()).isEqualTo(1);
    assertThat(curtail.engine().load()).isEqualTo(new Load(0, 0, 0, 2));
  }

  @Test
  void aNewPolicyThatThrowsHarmsNoRequestAndAnotherOneHeals() {
    Policy broken =
        new DelegatingPolicy() {
          @Override
          public Policy policy() {
            return new Plain(2, 4);
          }

          @Override
          public Decision decide(Progress running, Load load) {
            throw new IllegalStateException("meant");
          }
        };
    Curtail curtail = stepped(new Plain(2, 4), 4, 4);
    curtail.submit(new RecordedWork(30, chunk -> {}));
    step(curtail, 10);
    curtail.policy(broken);
    curtail.submit(new RecordedWork(30, chunk -> {}));
    step(curtail, 10);
    assertThat(curtail.metrics().gauges().policyFailed()).isTrue();
    assertThat(curtail.threadsBusy()).as("they keep what they have").isEqualTo(3);
    curtail.policy(new Plain(2, 4));
    assertThat(curtail.metrics().gauges().policyFailed()).isFalse();
    step(curtail, 10);
    assertThat(curtail.threadsBusy()).isEqualTo(4);
    stepToEnd(curtail);
    assertThat(curtail.metrics().counts().ended(Outcome.COMPLETED)).isEqualTo(2);
  }

  @Test
  void changesAreCounted() {
    Policy first = new Sequential();
    Policy second = new FixedDegree(2);
    try (Curtail curtail = Curtail.with(first).cores(2).start()) {
      assertThat(curtail.metrics().text()).doesNotContain("policy changes");
      curtail.policy(first);
      assertThat(curtail.metrics().counts().policyChanges()).isZero();
      curtail.policy(second);
      Metrics once = curtail.metrics();
      curtail.policy(second);
      curtail.policy(first);
      assertThat(once.counts().policyChanges()).isEqualTo(1);
      assertThat(curtail.metrics().counts().policyChanges()).isEqualTo(2);
      assertThat(curtail.metrics().since(once).counts().policyChanges()).isEqualTo(1);
      assertThat(curtail.metrics().text()).contains("policy changes");
    }
  }

  @Test
  void theDescriptionOfBoostingFollowsThePolicy() {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(2).start()) {
      assertThat(curtail.boosting()).isEqualTo("not wanted");
      curtail.policy(new org.curtail.policy.Boosted(new FixedDegree(2)));
      assertThat(curtail.boosting()).isEqualTo(Boosting.GATE.description());
    }
  }

  @Test
  void aClosedEngineTakesAnotherPolicyWithoutHarm() {
    Curtail curtail = Curtail.with(new Sequential()).cores(2).start();
    curtail.close();
    curtail.policy(new FixedDegree(2));
    assertThat(curtail.policy()).isEqualTo(new FixedDegree(2));
  }
}
