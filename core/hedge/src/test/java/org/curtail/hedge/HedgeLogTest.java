package org.curtail.hedge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.curtail.reissue.ReissuePolicy;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Failures of users' code are reported once, in the expected log. */
class HedgeLogTest {
  /** Strong reference, as the JDK holds loggers weakly. */
  private static final Logger LOG = Logger.getLogger("org.curtail");

  private final List<LogRecord> said = new ArrayList<>();

  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord record) {
          said.add(record);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
      };

  @BeforeEach
  void listen() {
    LOG.addHandler(handler);
    LOG.setUseParentHandlers(false);
  }

  @AfterEach
  void listenNoMore() {
    LOG.removeHandler(handler);
    LOG.setUseParentHandlers(true);
  }

  private void isReportedOnce(String message, Throwable why) {
    assertThat(said).hasSize(1);
    assertThat(said.getFirst().getMessage()).isEqualTo(message);
    assertThat(said.getFirst().getLevel()).isEqualTo(Level.SEVERE);
    assertThat(said.getFirst().getThrown()).isSameAs(why);
  }

  private static HedgeSetup generously() {
    return SteppedHedge.generously(ReissuePolicy.singleD(10));
  }

  /** Sends calls whose first attempt is lost and whose copy fails or answers. */
  private static void traffic(SteppedHedge stepped, boolean fails) {
    for (int i = 0; i < 3; i++) {
      var call = new ScriptedCall();
      CompletableFuture<String> answer = stepped.hedge.call(call);
      stepped.pass(10);
      if (fails) {
        call.fail(1, new IllegalArgumentException("bad"));
        call.fail(0, new IllegalArgumentException("bad too"));
      } else {
        call.answer(1);
        call.answer(0);
      }
      assertThat(answer).isDone();
    }
  }

  private final IllegalStateException broken = new IllegalStateException("broken");

  /** A listener with a known name. */
  private static final class Breaking implements HedgeListener {
    private final RuntimeException why;
    private int told;

    Breaking(RuntimeException why) {
      this.why = why;
    }

    @Override
    public void ended(long call, HedgeListener.CallEnd end) {
      told++;
      throw why;
    }
  }

  @Test
  void failingListenerIsNamedAndNotCalledAgain() {
    var breaking = new Breaking(broken);
    SteppedHedge stepped = new SteppedHedge(generously().listener(breaking));
    traffic(stepped, false);
    isReportedOnce(
        "listener " + Breaking.class.getName() + " failed and is not called again", broken);
    assertThat(breaking.told).isEqualTo(1);
    assertThat(stepped.hedge.metrics().gauges().listenersFailed()).isEqualTo(1);
    assertThat(stepped.hedge.metrics().text())
        .contains("\nlisteners that failed and are not called any more: 1\n");
  }

  @Test
  void aListenerThatIsAddedLaterReceivesEndsUntilItIsRemoved() {
    SteppedHedge stepped = new SteppedHedge(generously());
    var ends = new ArrayList<Long>();
    var listener =
        new HedgeListener() {
          @Override
          public void ended(long call, HedgeListener.CallEnd end) {
            ends.add(call);
          }
        };
    traffic(stepped, false);
    stepped.hedge.addListener(listener);
    traffic(stepped, false);
    stepped.hedge.removeListener(listener);
    stepped.hedge.removeListener(listener);
    traffic(stepped, false);
    assertThat(ends).containsExactly(3L, 4L, 5L);
    assertThat(stepped.hedge.metrics().gauges().listenersFailed()).isZero();
  }

  /** A listener misses a call after exhausted memory or stack, and is called again. */
  @Test
  void listenerIsCalledAgainAfterMemoryRanOut() {
    var told = new ArrayList<Long>();
    SteppedHedge stepped =
        new SteppedHedge(
            generously()
                .listener(
                    new HedgeListener() {
                      @Override
                      public void ended(long call, HedgeListener.CallEnd end) {
                        told.add(call);
                        throw new OutOfMemoryError("short");
                      }
                    }));
    traffic(stepped, false);
    assertThat(told).hasSize(3);
    assertThat(stepped.hedge.metrics().gauges().listenersFailed()).isZero();
    // Reported once per process, so perhaps by another test.
    assertThat(said).hasSizeLessThanOrEqualTo(1);
  }

  @Test
  void failedCancellationIsReportedOnce() {
    SteppedHedge stepped = new SteppedHedge(generously());
    for (int i = 0; i < 3; i++) {
      stepped
          .hedge
          .call(attempt -> {
            attempt.onCancel(() -> {
              throw broken;
            });
            return new CompletableFuture<String>();
          })
          .cancel(true);
    }
    isReportedOnce(
        "an attempt could not be cancelled and may go on; further ones are not reported", broken);
  }

  @Test
  void failingHookForUnusedAnswersIsReportedOnce() {
    traffic(
        new SteppedHedge(
            generously()
                .unused(answer -> {
                  throw broken;
                })),
        false);
    isReportedOnce(
        "the hook for unused answers failed; it goes on, further failures are not reported",
        broken);
  }

  @Test
  void failingPredicateIsReportedOnce() {
    traffic(
        new SteppedHedge(
            generously()
                .retrying(failure -> {
                  throw broken;
                })),
        true);
    isReportedOnce(
        "the predicate of retried failures failed; such failures are not retried", broken);
    said.clear();
    traffic(
        new SteppedHedge(
            generously()
                .fatal(failure -> {
                  throw broken;
                })),
        true);
    isReportedOnce(
        "the predicate of fatal failures failed; such failures do not end their calls", broken);
  }

  @Test
  void usualEventsAreNotReported() {
    traffic(new SteppedHedge(generously().unused(answer -> {})), false);
    traffic(new SteppedHedge(generously().retrying(failure -> true)), true);
    assertThat(said).isEmpty();
  }
}
