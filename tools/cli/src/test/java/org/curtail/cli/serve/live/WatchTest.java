package org.curtail.cli.serve.live;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.curtail.policy.FixedDegree;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Bars of a real engine. */
@Timeout(300)
class WatchTest {
  private static SharedWork<?, Double> untilTwoThreadsMeet() {
    var meeting = new CountDownLatch(2);
    return SharedWork.of(
        2,
        chunk -> {
          meeting.countDown();
          try {
            meeting.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return 1.0;
        },
        Double::sum);
  }

  @Test
  void aBarHasItsIntendedArrivalItsThreadsAndItsEnd() throws Exception {
    var watch = new Watch(new AtomicLong());
    try (Curtail engine = Curtail.with(new FixedDegree(2)).cores(2).listener(watch).start()) {
      long intendedNanos = System.nanoTime() - 5_000_000;
      Ticket<Double> ticket =
          ScopedValue.where(Origin.OF, new Origin(intendedNanos, "some words"))
              .call(() -> engine.submit(untilTwoThreadsMeet()));
      assertThat(ticket.get()).isEqualTo(2.0);
      Timeline timeline = ticket.timeline();

      List<Bar> ended = watch.takeEnded();

      assertThat(ended).hasSize(1);
      Bar bar = ended.getFirst();
      assertThat(bar.title).isEqualTo("some words");
      assertThat(bar.intendedNanos).isEqualTo(intendedNanos);
      assertThat(bar.latencyNanos()).isEqualTo(timeline.endNanos() - intendedNanos);
      var json = new StringBuilder();
      bar.appendTo(json, intendedNanos - 1_000_000);
      JsonNode values = new ObjectMapper().readTree(json.toString());
      assertThat(values.get(1).asDouble()).isEqualTo(1.0);
      assertThat(values.get(2).asDouble()).isGreaterThanOrEqualTo(6.0);
      assertThat(values.get(4).asInt()).isEqualTo(1);
      assertThat(values.get(6).asInt()).isEqualTo(2);
      assertThat(watch.present(10)).isEmpty();
      assertThat(watch.takeEnded()).isEmpty();
    }
  }

  @Test
  void aRunningRequestIsPresentUntilItEnds() throws Exception {
    var watch = new Watch(new AtomicLong());
    var release = new CountDownLatch(1);
    try (Curtail engine = Curtail.with(new FixedDegree(1)).cores(1).listener(watch).start()) {
      Ticket<Double> ticket =
          engine.submit(
              SharedWork.of(
                  1,
                  chunk -> {
                    try {
                      release.await();
                    } catch (InterruptedException e) {
                      Thread.currentThread().interrupt();
                    }
                    return 1.0;
                  },
                  Double::sum));
      List<Bar> present = watch.present(10);
      assertThat(present).hasSize(1);
      assertThat(present.getFirst().timeline()).isNull();
      assertThat(present.getFirst().latencyNanos()).isZero();
      assertThat(present.getFirst().takeChange()).isTrue();

      release.countDown();
      ticket.get();

      assertThat(watch.present(10)).isEmpty();
      assertThat(watch.takeEnded()).containsExactly(present.getFirst());
      assertThat(present.getFirst().takeChange()).isTrue();
    }
  }
}
