package org.curtail.traces.compare;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.curtail.traces.DamageCounts;
import org.curtail.traces.Span;
import org.curtail.traces.SpanKind;
import org.curtail.traces.Trace;
import org.curtail.traces.TraceAssembly;
import org.curtail.traces.TraceSet;
import org.curtail.traces.Window;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A front that calls a cart, then a stock, with known times. */
class ComparisonTest {
  private static final long SECOND = 1_000_000_000;
  private static final Window BEFORE = new Window(300 * SECOND, 330 * SECOND);
  private static final Window AFTER = new Window(330 * SECOND, 360 * SECOND);

  /** The own times by service, in milliseconds, of the request that begins at a time. */
  private interface OwnTimes {
    double[] frontCartStock(double atSeconds);
  }

  private static TraceSet recording(int seconds, OwnTimes ownTimes) {
    var damage = new DamageCounts();
    List<Trace> traces = new ArrayList<>();
    for (int i = 0; i < seconds * 10; i++) {
      double[] millis = ownTimes.frontCartStock(i / 10.0);
      double startMillis = i * 100;
      double whole = millis[0] + millis[1] + millis[2];
      String id = "t" + i;
      traces.add(
          TraceAssembly.of(
              List.of(
                  span(id, "r", null, "front", startMillis, whole),
                  span(id, "c", "r", "cart", startMillis, millis[1]),
                  span(id, "s", "r", "stock", startMillis + millis[1], millis[2])),
              damage));
    }
    return new TraceSet(traces, damage, 3L * traces.size(), List.of(), TimeUnit.NANOSECONDS);
  }

  private static Span span(
      String trace,
      String id,
      @Nullable String parent,
      String service,
      double startMillis,
      double millis) {
    return new Span(
        trace,
        id,
        parent,
        service,
        "get",
        SpanKind.SERVER,
        Math.round(startMillis * 1e6),
        Math.round(millis * 1e6),
        false);
  }

  private static ServiceChange of(Comparison comparison, String name) {
    return comparison.services().stream()
        .filter(service -> service.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void increaseOfAServiceIsExplainedUpToTheAccuracyOfClocks() {
    Comparison comparison =
        Comparison.of(
            recording(600, at -> new double[] {10, at >= 330 ? 15 : 5, at >= 330 ? 3 : 5}),
            BEFORE,
            AFTER);
    assertThat(comparison.before()).isEqualTo(300);
    assertThat(comparison.after()).isEqualTo(300);
    assertThat(comparison.beforeMillis()).isEqualTo(20, within(1e-9));
    assertThat(comparison.afterMillis()).isEqualTo(28, within(1e-9));
    assertThat(comparison.otherPairs()).isEqualTo(16);
    ServiceChange cart = of(comparison, "cart");
    assertThat(cart.timeMillis()).isEqualTo(10, within(1e-6));
    assertThat(cart.usualMillis()).isEqualTo(0, within(1e-6));
    double deviation = 4e-4 * 20;
    assertThat(cart.deviationMillis()).isEqualTo(deviation, within(1e-6));
    double noise = 2 * deviation;
    assertThat(cart.explainedMillis()).isEqualTo(10 * (1 - noise * noise / 100), within(1e-6));
    assertThat(cart.rank()).isEqualTo(1);
    assertThat(cart.changedShare()).isZero();
    // A service that became faster explains nothing and is listed after an unchanged one.
    assertThat(of(comparison, "stock").explainedMillis()).isZero();
    assertThat(of(comparison, "stock").timeMillis()).isEqualTo(-2, within(1e-6));
    assertThat(comparison.services())
        .extracting(ServiceChange::name)
        .containsExactly("cart", "front", "stock");
    assertThat(comparison.services()).extracting(ServiceChange::rank).containsExactly(1, 2, 3);
  }

  @Test
  void usualPartOfAChangeIsNotExplained() {
    RandomGenerator random = new SplittableRandom(8);
    double[] cart = random.doubles(20, 20, 22).toArray();
    cart[11] = cart[10] + 4;
    Comparison comparison =
        Comparison.of(
            recording(600, at -> new double[] {10, cart[(int) (at / 30)], 5}), BEFORE, AFTER);
    ServiceChange change = of(comparison, "cart");
    double noise = 2 * change.deviationMillis();
    double news = change.timeMillis() - change.usualMillis();
    assertThat(change.timeMillis()).isEqualTo(4, within(1e-6));
    assertThat(news).isGreaterThan(noise);
    assertThat(change.explainedMillis())
        .isEqualTo(news * (1 - noise * noise / (news * news)), within(1e-9))
        .isBetween(0.01 * news, 0.95 * news);
    assertThat(change.deviations()).isEqualTo(news / change.deviationMillis(), within(1e-9));
    cart[11] = cart[10] + noise / 2;
    assertThat(
            of(
                    Comparison.of(
                        recording(600, at -> new double[] {10, cart[(int) (at / 30)], 5}),
                        BEFORE,
                        AFTER),
                    "cart")
                .explainedMillis())
        .isZero();
  }

  @Test
  void stagesAreOrderedByChangeThenByIncrease() {
    RandomGenerator random = new SplittableRandom(3);
    Comparison comparison =
        Comparison.of(
            recording(
                600,
                at -> {
                  double wave = random.nextDouble();
                  return new double[] {
                    200 + 100 * random.nextDouble(),
                    (at >= 330 ? 12 : 10) + wave,
                    (at >= 330 ? 5 : 10) + random.nextDouble()
                  };
                }),
            BEFORE,
            AFTER);
    assertThat(comparison.stages())
        .extracting(StageChange::service)
        .containsExactly("stock", "cart", "front");
    assertThat(comparison.stages())
        .extracting(StageChange::isAnyChanged)
        .containsExactly(true, true, false);
    assertThat(comparison.stages().getFirst().moreMillis()).isEqualTo(-5, within(0.2));
    assertThat(comparison.stages().get(1).moreMillis()).isEqualTo(2, within(0.2));
  }

  @Test
  void windowWithoutARequestIsNamed() {
    TraceSet recording = recording(10, at -> new double[] {10, 5, 5});
    var inside = new Window(0, 5 * SECOND);
    var outside = new Window(20 * SECOND, 30 * SECOND);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(recording, outside, inside))
        .withMessage("no request began in the window before");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Comparison.of(recording, inside, outside))
        .withMessage("no request began in the window after");
  }

  @Test
  void stageIsChangedIfACorrectedPValueIsAtMostTheLevel() {
    assertThat(stage(0.05, 0.06).isChanged()).isTrue();
    assertThat(stage(0.05, 0.06).isTailChanged()).isFalse();
    assertThat(stage(0.05, 0.06).isAnyChanged()).isTrue();
    assertThat(stage(0.06, 0.05).isChanged()).isFalse();
    assertThat(stage(0.06, 0.05).isTailChanged()).isTrue();
    assertThat(stage(0.06, 0.05).isAnyChanged()).isTrue();
    assertThat(stage(0.06, 0.07).isAnyChanged()).isFalse();
    assertThat(stage(0.06, 0.07).adjustedP()).isEqualTo(0.06);
  }

  private static StageChange stage(double adjustedTimesP, double adjustedTailP) {
    return new StageChange(
        "cart", "get", 9, 9, 1, 1, 1, 1, 0, 0.5, 0.01, 0.01, adjustedTimesP, adjustedTailP);
  }

  @Test
  void loopsOfSimilarLengthHaveTheSameShape() {
    var keys = new TextIndex();
    int one = context(keys, 1, false);
    int some = context(keys, 2, false);
    assertThat(one).isNotEqualTo(some);
    assertThat(context(keys, 7, false)).isEqualTo(some);
    int many = context(keys, 8, false);
    assertThat(many).isNotEqualTo(some);
    assertThat(context(keys, 31, false)).isEqualTo(many);
    assertThat(context(keys, 32, false)).isNotEqualTo(many);
    assertThat(context(keys, 0, false)).isNotIn(one, some, many);
    assertThat(context(keys, 1, true)).isNotEqualTo(one);
  }

  /** The steps of a front that calls a cart a number of times. */
  private static int context(TextIndex keys, int calls, boolean failed) {
    List<Span> spans = new ArrayList<>();
    spans.add(
        new Span("t", "r", null, "front", "get", SpanKind.SERVER, 0, 100 * 1_000_000, failed));
    for (int i = 0; i < calls; i++) {
      spans.add(span("t", "c" + i, "r", "cart", 1 + 2 * i, 1));
    }
    return ComparedRequest.of(TraceAssembly.of(spans, new DamageCounts()), keys).span(0).context();
  }
}
