package org.curtail.runtime;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.Admission;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.PaperTables;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The request that a free thread helps first, in the engine. */
@Timeout(300)
class RankingTest {
  /**
   * Three threads; two for each request once the gate is open; the youngest first, or the oldest.
   */
  private static final class Gated implements Policy {
    private final boolean youngestFirst;
    private volatile boolean open;

    Gated(boolean youngestFirst) {
      this.youngestFirst = youngestFirst;
    }

    @Override
    public Decision decide(Progress running, Load load) {
      return new Decision(open ? 2 : 1, running.executionNanos() + 1);
    }

    @Override
    public double priority(Progress request, Load load) {
      assertThat(request.attainedNanos()).isBetween(0L, 2 * request.executionNanos());
      return youngestFirst ? -request.ageNanos() : request.ageNanos();
    }

    @Override
    public Traits traits() {
      return Traits.RANKING;
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return 3;
    }
  }

  /** Work that goes on in small chunks until the test ends it. */
  private static final class Endless extends RecordedWork {
    final AtomicInteger chunksRun;
    volatile boolean ended;

    Endless() {
      this(new AtomicInteger());
    }

    private Endless(AtomicInteger chunksRun) {
      super(
          1_000_000,
          chunk -> {
            chunksRun.incrementAndGet();
          });
      this.chunksRun = chunksRun;
    }

    @Override
    public void run(List<Integer> worker, int chunk, Checkpoint checkpoint) throws Exception {
      super.run(worker, chunk, checkpoint);
      if (!ended) {
        Thread.sleep(1);
      }
    }

    void awaitChunks(int more) {
      int enough = chunksRun.get() + more;
      Eventually.is("more chunks run", () -> chunksRun.get() >= enough);
    }

    synchronized int workers() {
      return threads.size();
    }
  }

  private static void helperJoinsTheOneThatRanksFirst(boolean youngestFirst) throws Exception {
    var policy = new Gated(youngestFirst);
    try (Curtail curtail = Curtail.with(policy).start()) {
      var older = new Endless();
      var younger = new Endless();
      var third = new Endless();
      Ticket<Integer> first = curtail.submit(older);
      older.awaitChunks(1);
      Ticket<Integer> second = curtail.submit(younger);
      younger.awaitChunks(1);
      Ticket<Integer> last = curtail.submit(third);
      third.awaitChunks(1);
      policy.open = true;
      // Both have been asked since, and want a second thread.
      older.awaitChunks(3);
      younger.awaitChunks(3);
      third.ended = true;
      last.get(30, SECONDS);
      Endless favoured = youngestFirst ? younger : older;
      Endless other = youngestFirst ? older : younger;
      Eventually.is("a second worker", () -> favoured.workers() >= 2);
      assertThat(other.workers()).isEqualTo(1);
      older.ended = true;
      younger.ended = true;
      first.get(30, SECONDS);
      second.get(30, SECONDS);
    }
  }

  @Test
  void aFreeThreadGoesToTheRequestThatRanksFirst() throws Exception {
    helperJoinsTheOneThatRanksFirst(true);
    helperJoinsTheOneThatRanksFirst(false);
  }

  @Test
  void aRequestThatIsNotAdmittedLetsTheRunningOnesGrow() throws Exception {
    // Newcomers rank first but wait for an end.
    var policy =
        new Policy() {
          @Override
          public Admission admit(Progress waiting, Load load) {
            return load.requests() - load.waiting() < 1
                ? Admission.START
                : Admission.WAIT_FOR_CHANGE;
          }

          @Override
          public Decision decide(Progress running, Load load) {
            return new Decision(load.waiting() > 0 ? 2 : 1, running.executionNanos() + 1);
          }

          @Override
          public double priority(Progress request, Load load) {
            return request.threads() == 0 ? 1 : 0;
          }

          @Override
          public Traits traits() {
            return Traits.RANKING;
          }

          @Override
          public int maxDegree() {
            return 2;
          }

          @Override
          public int threads(int cores) {
            return 2;
          }
        };
    try (Curtail curtail = Curtail.with(policy).start()) {
      var running = new Endless();
      Ticket<Integer> first = curtail.submit(running);
      running.awaitChunks(1);
      Ticket<Integer> second = curtail.submit(new RecordedWork(3, chunk -> {}));
      Eventually.is("a second worker", () -> running.workers() >= 2);
      assertThat(second.isDone()).isFalse();
      running.ended = true;
      assertThat(first.get(30, SECONDS)).isPositive();
      assertThat(second.get(30, SECONDS)).isEqualTo(3);
    }
  }

  @Test
  void theTailIndexServesRequests() throws Exception {
    try (Curtail curtail =
        Curtail.with(TailIndex.queueing(PaperTables.figure5Profile())).cores(3).start()) {
      var together = new CyclicBarrier(3);
      // Each of the first three chunks waits for the two others: all cores help the only request.
      var work =
          new RecordedWork(
              30,
              chunk -> {
                if (chunk < 3) {
                  together.await();
                }
              });
      assertThat(curtail.submit(work).get(30, SECONDS)).isEqualTo(30);
      assertThat(curtail.threads()).isEqualTo(3);
    }
  }

  @Test
  void aPolicyWithoutALimitHasThreadsForRequestsWithoutBordersUnlessToldOtherwise() {
    try (Curtail curtail = Curtail.with(new Sequential()).cores(3).start()) {
      assertThat(curtail.threads()).isEqualTo(51);
    }
    try (Curtail curtail = Curtail.with(new Sequential()).cores(3).threads(4).start()) {
      assertThat(curtail.threads()).isEqualTo(4);
    }
  }

  @Test
  void aPolicyThatNeedsPredictionsRefusesRequestsWithout() throws Exception {
    try (Curtail curtail =
        Curtail.with(TailIndex.predicted(PaperTables.figure5Profile())).cores(2).start()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.submit(new RecordedWork(1, chunk -> {})))
          .withMessageContaining("needs a prediction");
      RequestOptions options = RequestOptions.NONE.predicted(Prediction.certain(1_000_000));
      assertThat(curtail.submit(new RecordedWork(3, chunk -> {}), options).get(30, SECONDS))
          .isEqualTo(3);
    }
  }
}
