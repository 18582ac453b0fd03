package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.policy.FixedDegree;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A request wakes no helper if it is likely to end before the helper is awake. */
@Timeout(120)
class SparedWakeUpTest {
  private static final int CHUNKS = 4;

  /** Until an unknown service counts as one of short chunks. */
  private static final int REQUESTS_TO_LEARN = 2_000;

  private final AtomicInteger helpers = new AtomicInteger();
  private final Curtail curtail =
      Curtail.with(new FixedDegree(2))
          .cores(2)
          .spin(Duration.ZERO)
          .listener(
              new RequestListener() {
                @Override
                public void ended(long request, Timeline timeline) {
                  helpers.addAndGet(timeline.peakDegree() - 1);
                }
              })
          .start();

  @AfterEach
  void close() {
    curtail.close();
  }

  private void run(int requests, int chunks, long chunkNanos) throws Exception {
    for (int i = 0; i < requests; i++) {
      curtail.run(new RecordedWork(chunks, chunk -> compute(chunkNanos)));
    }
  }

  private static void compute(long nanos) {
    long untilNanos = System.nanoTime() + nanos;
    while (nanos > 0 && System.nanoTime() < untilNanos) {
      Thread.onSpinWait();
    }
  }

  @Test
  void longRequestsOfAnUnknownServiceAreHelped() throws Exception {
    run(20, 50, 200_000);
    assertThat(helpers).hasValueGreaterThanOrEqualTo(15);
  }

  @Test
  void aShortRequestWakesNoHelperOnceTheServiceIsKnown() throws Exception {
    run(REQUESTS_TO_LEARN, CHUNKS, 0);
    int spared = 0;
    // On a busy machine a request that loses its core looks long, and the next 800 are not spared.
    for (int i = 0; i < 200_000 && spared <= 100; i++) {
      if (curtail.engine().endsBeforeHelp(CHUNKS)) {
        helpers.set(0);
        spared++;
      }
      run(1, CHUNKS, 0);
    }
    assertThat(spared).isGreaterThan(100);
  }

  @Test
  void aLongRequestAmongShortOnesIsHelpedFromItsFirstBorderOn() throws Exception {
    run(REQUESTS_TO_LEARN, CHUNKS, 0);
    helpers.set(0);
    run(1, 50, 400_000);
    assertThat(helpers).hasValue(1);
    // The caller may return before the helper does, and the last of them notes the chunks.
    Eventually.is("its chunks are remembered", () -> !curtail.engine().endsBeforeHelp(CHUNKS));
  }
}
