package org.curtail.automatic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import org.curtail.automatic.guard.Slices.ServedBy;
import org.curtail.runtime.Outcome;
import org.curtail.runtime.Timeline;
import org.junit.jupiter.api.Test;

class ArrivalOrderTest {
  private final ArrivalOrder order = new ArrivalOrder();
  private final List<Long> arrivals = new ArrayList<>();

  @Test
  void whateverTheOrderOfEndsTheyComeInThatOfArrivals() {
    var random = new SplittableRandom(5);
    record Request(long arrivalNanos, long endNanos) {}
    List<Request> requests =
        LongStream.range(0, 1_000)
            .mapToObj(i -> new Request(10 * i, 10 * i + random.nextLong(1, 2_000)))
            .toList();
    record Event(long nanos, Request request, boolean isEnd) {}
    var events = new ArrayList<Event>();
    for (Request request : requests) {
      events.add(new Event(request.arrivalNanos, request, false));
      events.add(new Event(request.endNanos, request, true));
    }
    events.sort(Comparator.comparingLong(Event::nanos));
    for (Event event : events) {
      if (event.isEnd) {
        ends(event.request.arrivalNanos, event.request.endNanos);
      } else {
        order.arrived(event.nanos);
      }
    }
    assertThat(arrivals).isEqualTo(requests.stream().map(Request::arrivalNanos).toList());
  }

  @Test
  void whoIsNotHeardOfIsWaitedForUntilManyAreHeld() {
    order.arrived(0);
    for (int i = 1; i <= 512; i++) {
      order.arrived(i);
      ends(i, i + 1);
    }
    assertThat(arrivals).isEmpty();
    order.arrived(513);
    ends(513, 514);
    assertThat(arrivals).hasSize(513).isSorted();
  }

  @Test
  void whoWasRefusedIsNotWaitedFor() {
    order.arrived(1);
    order.arrived(2);
    ends(2, 3);
    assertThat(arrivals).isEmpty();
    order.left(1);
    assertThat(order.next()).isNotNull();
  }

  private void ends(long arrivalNanos, long endNanos) {
    order.left(arrivalNanos);
    order.add(
        new ArrivalOrder.Ended(
            new Timeline(
                arrivalNanos,
                arrivalNanos,
                endNanos,
                endNanos - arrivalNanos,
                1,
                1,
                List.of(new Timeline.Phase(1, endNanos - arrivalNanos, 1)),
                Outcome.COMPLETED),
            arrivalNanos,
            ServedBy.BASELINE_ALONE,
            false,
            1));
    for (var next = order.next(); next != null; next = order.next()) {
      arrivals.add(next.arrivalNanos());
    }
  }
}
