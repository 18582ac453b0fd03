package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import org.curtail.Policy;
import org.curtail.Prediction;
import org.curtail.Profile;
import org.curtail.policy.Sequential;
import org.curtail.policy.TailIndex;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Work that knows how long it will take, and wants to know how long it took. */
@Timeout(300)
class WorkThatPredictsTest {
  private static final class Predicting extends RecordedWork {
    private final Prediction prediction;
    private final List<Timeline> ended = Collections.synchronizedList(new ArrayList<>());
    private int asked;
    private @Nullable RuntimeException thrownAtEnd;

    Predicting(Prediction prediction, Body body) {
      super(3, body);
      this.prediction = prediction;
    }

    @Override
    public Prediction prediction() {
      asked++;
      return prediction;
    }

    @Override
    public void ended(Timeline timeline) {
      ended.add(timeline);
      if (thrownAtEnd != null) {
        throw thrownAtEnd;
      }
    }
  }

  private final List<Prediction> arrived = Collections.synchronizedList(new ArrayList<>());

  private Curtail start(Policy policy) {
    return Curtail.with(policy)
        .cores(1)
        .threads(1)
        .listener(
            new RequestListener() {
              @Override
              public void arrived(long request, long atNanos, RequestOptions options) {
                arrived.add(options.prediction());
              }
            })
        .start();
  }

  @Test
  void theWorkIsAskedIfTheOptionsSayNothing() throws Exception {
    try (Curtail curtail = start(new Sequential())) {
      var work = new Predicting(Prediction.certain(5), chunk -> {});
      assertThat(curtail.run(work)).isEqualTo(3);
      assertThat(work.asked).isEqualTo(1);
      var submitted = new Predicting(Prediction.certain(6), chunk -> {});
      assertThat(curtail.submit(submitted).get()).isEqualTo(3);
      var overruled = new Predicting(Prediction.certain(7), chunk -> {});
      curtail.submit(overruled, RequestOptions.NONE.predicted(Prediction.certain(8))).get();
      assertThat(overruled.asked).isZero();
      var silent = new Predicting(Prediction.NONE, chunk -> {});
      curtail.submit(silent).get();
      assertThat(arrived)
          .containsExactly(
              Prediction.certain(5), Prediction.certain(6), Prediction.certain(8), Prediction.NONE);
    }
  }

  @Test
  void aPolicyThatNeedsPredictionsTakesThoseOfTheWork() throws Exception {
    Profile profile = Profile.of("a test", new double[][] {{1}, {20}});
    Policy policy = TailIndex.predicted(profile).malleable();
    try (Curtail curtail = start(policy)) {
      assertThat(curtail.run(new Predicting(Prediction.certain(5), chunk -> {}))).isEqualTo(3);
      assertThatIllegalArgumentException()
          .isThrownBy(() -> curtail.run(new Predicting(Prediction.NONE, chunk -> {})))
          .withMessageContaining("nor has the work");
    }
  }

  @Test
  void theWorkIsToldOnceHowItEnded() throws Exception {
    try (Curtail curtail = start(new Sequential())) {
      var completes = new Predicting(Prediction.NONE, chunk -> {});
      Ticket<Integer> ticket = curtail.submit(completes);
      ticket.get();
      assertThat(completes.ended).containsExactly(ticket.timeline());

      var fails =
          new Predicting(
              Prediction.NONE,
              chunk -> {
                throw new IllegalStateException("on purpose");
              });
      Ticket<Integer> failing = curtail.submit(fails);
      assertThatThrownBy(failing::get).isInstanceOf(ExecutionException.class);
      assertThat(fails.ended).containsExactly(failing.timeline());
      assertThat(fails.ended.getFirst().outcome()).isEqualTo(Outcome.FAILED);

      var entered = new CountDownLatch(1);
      var release = new CountDownLatch(1);
      Ticket<Integer> runs =
          curtail.submit(
              new RecordedWork(
                  1,
                  chunk -> {
                    entered.countDown();
                    release.await();
                  }));
      entered.await();
      var waits = new Predicting(Prediction.NONE, chunk -> {});
      Ticket<Integer> cancelled = curtail.submit(waits);
      assertThat(cancelled.cancel()).isTrue();
      assertThatThrownBy(cancelled::get).isInstanceOf(CancellationException.class);
      release.countDown();
      runs.get();
      assertThat(waits.ended).hasSize(1);
      assertThat(waits.ended.getFirst().outcome()).isEqualTo(Outcome.CANCELLED);
    }
  }

  @Test
  void anExceptionOfTheWorkAtTheEndChangesNothing() throws Exception {
    try (Curtail curtail = start(new Sequential())) {
      for (int i = 0; i < 3; i++) {
        var work = new Predicting(Prediction.NONE, chunk -> {});
        work.thrownAtEnd = new IllegalStateException("on purpose");
        assertThat(curtail.submit(work).get()).isEqualTo(3);
        assertThat(curtail.run(new RecordedWork(2, chunk -> {}))).isEqualTo(2);
        assertThat(work.ended).hasSize(1);
      }
    }
  }
}
