package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.TraceAssembly;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A front that calls a cart: 100 requests before and 100 after, some with other calls. */
class NewShapesTest {
  private static final int REQUESTS = 100;

  private final TextIndex keys = new TextIndex();

  private static Span span(
      String id, @Nullable String parent, String service, SpanKind kind, boolean failed) {
    int depth = id.length();
    return new Span(
        "t", id, parent, service, "get", kind, depth * 1_000L, 100_000 - depth * 2_000L, failed);
  }

  /** Records the front, its call, and the cart's span. */
  private static List<Span> answered(boolean frontFailed, boolean cartFailed) {
    return List.of(
        span("r", null, "front", SpanKind.SERVER, frontFailed),
        span("rc", "r", "front", SpanKind.CLIENT, false),
        span("rcs", "rc", "cart", SpanKind.SERVER, cartFailed));
  }

  private WindowSteps steps(IntFunction<List<Span>> request) {
    List<ComparedRequest> requests = new ArrayList<>();
    for (int i = 0; i < REQUESTS; i++) {
      requests.add(
          ComparedRequest.of(TraceAssembly.of(request.apply(i), new DamageCounts()), keys));
    }
    return new WindowSteps(requests);
  }

  private double share(String service, WindowSteps before, WindowSteps after) {
    return new NewShapes(before, after).byService().getOrDefault(keys.of(service), 0.0);
  }

  /** The excess over three times the earlier number plus one. */
  private static double expected(int before, int after) {
    return Math.max(0, after / 100.0 - 3 * (before + 1) / 101.0);
  }

  @Test
  void serviceThatFailsSeveralTimesAsOftenHasChanged() {
    for (int before : new int[] {0, 5, 10}) {
      for (int after : new int[] {3, 4, 30, 60}) {
        WindowSteps earlier = steps(i -> answered(false, i < before));
        WindowSteps later = steps(i -> answered(false, i < after));
        assertThat(share("cart", earlier, later))
            .as("%d before, %d after", before, after)
            .isEqualTo(expected(before, after), within(1e-9));
        assertThat(share("front", earlier, later)).isZero();
      }
    }
  }

  @Test
  void twoRequestsAreNotAChange() {
    WindowSteps earlier =
        new WindowSteps(steps(i -> answered(false, false)).requests().subList(0, REQUESTS));
    List<ComparedRequest> twenty = new ArrayList<>(steps(i -> answered(false, i < 2)).requests());
    assertThat(share("cart", earlier, new WindowSteps(twenty.subList(0, 20)))).isZero();
    List<ComparedRequest> three = new ArrayList<>(steps(i -> answered(false, i < 3)).requests());
    assertThat(share("cart", earlier, new WindowSteps(three.subList(0, 20)))).isPositive();
  }

  @Test
  void callerThatFailsWithItsCalleeIsNotBlamed() {
    WindowSteps earlier = steps(i -> answered(false, false));
    WindowSteps later = steps(i -> answered(i < 40, i < 40));
    assertThat(share("cart", earlier, later)).isEqualTo(expected(0, 40), within(1e-9));
    assertThat(share("front", earlier, later)).isZero();
    WindowSteps alone = steps(i -> answered(i < 40, false));
    assertThat(share("front", earlier, alone)).isEqualTo(expected(0, 40), within(1e-9));
    assertThat(share("cart", earlier, alone)).isZero();
  }

  @Test
  void unansweredCallIsBlamedOnItsUsualCallee() {
    WindowSteps earlier = steps(i -> answered(false, false));
    WindowSteps later =
        steps(i -> i < 40 ? answered(false, false).subList(0, 2) : answered(false, false));
    assertThat(share("cart", earlier, later)).isEqualTo(expected(0, 40), within(1e-9));
    assertThat(share("front", earlier, later)).isZero();
  }

  @Test
  void newKindOfRequestIsAnotherMixture() {
    WindowSteps earlier = steps(i -> answered(false, false));
    WindowSteps later = steps(i -> List.of(span("r", null, "search", SpanKind.SERVER, i % 2 == 0)));
    assertThat(new NewShapes(earlier, later).byService()).isEmpty();
  }
}
