package org.curtail.opensearch.kinds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.util.Random;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KindCostsTest {
  private static final long MILLI = 1_000_000;
  private static final QueryShape LOOK_UP = new QueryShape("logs", "match[title]", "match");
  private static final QueryShape SCRIPT =
      new QueryShape("logs", "script_score(range[time])", "script_score(range)");

  private final KindCosts costs = new KindCosts();

  private void learn(QueryShape shape, long millis, int searches) {
    for (int i = 0; i < searches; i++) {
      costs.ended(shape, costs.estimate(shape), millis * MILLI);
    }
  }

  private double millis(QueryShape shape) {
    return costs.estimate(shape).nanos() / MILLI;
  }

  @Test
  void eachKindHasItsOwnCost() {
    for (int i = 0; i < 100; i++) {
      learn(LOOK_UP, 1, 50);
      learn(SCRIPT, 1_000, 1);
    }
    assertThat(millis(LOOK_UP)).isCloseTo(1, within(0.1));
    assertThat(millis(SCRIPT)).isCloseTo(1_000, within(10.0));
    assertThat(costs.areUseful()).isTrue();
  }

  @Test
  void aKindThatBecomesTenTimesDearerIsKnownAgainAfterSixtySearches() {
    learn(LOOK_UP, 1, 1_000);
    learn(LOOK_UP, 10, 60);
    assertThat(millis(LOOK_UP)).isCloseTo(10, within(0.5));
  }

  @Test
  void aNewKindIsKnownFromItsParts() {
    learn(LOOK_UP, 1, 500);
    learn(SCRIPT, 1_000, 20);
    var otherIndex = new QueryShape("logs-2", SCRIPT.structure(), SCRIPT.types());
    assertThat(millis(otherIndex)).isGreaterThan(850);
    var otherField = new QueryShape("logs", "script_score(range[size])", SCRIPT.types());
    assertThat(millis(otherField)).isGreaterThan(850);
    var unlike = new QueryShape("logs", "prefix[name]", "prefix");
    learn(LOOK_UP, 1, 100);
    assertThat(millis(unlike)).as("that of all lately").isCloseTo(1, within(3.0));
  }

  @Test
  void oneSearchOfALongKindIsEnoughToTellThatItIsLong() {
    learn(LOOK_UP, 1, 500);
    learn(SCRIPT, 1_000, 1);
    assertThat(millis(SCRIPT)).isGreaterThan(500);
  }

  @Test
  void nothingIsExpectedBeforeTheFirstSearchHasEnded() {
    assertThat(costs.estimate(LOOK_UP)).isEqualTo(KindCosts.Estimate.NONE);
    assertThat(costs.areUseful()).isFalse();
  }

  @Test
  void estimatesThatSayNothingAreNotUseful() {
    var random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      QueryShape shape = random.nextBoolean() ? LOOK_UP : SCRIPT;
      // Upside down: what is expected of the one is what the other takes.
      QueryShape other = shape.equals(LOOK_UP) ? SCRIPT : LOOK_UP;
      costs.ended(shape, costs.estimate(other), shape.equals(LOOK_UP) ? MILLI : 1_000 * MILLI);
    }
    assertThat(costs.areUseful()).isFalse();
  }

  @Test
  void manyShapesKeepWhatIsUsedAndNoMoreThanTheMaximum() {
    Cases.random(
        1,
        1,
        random -> {
          for (int i = 0; i < Cases.count(200_000, 1_000_000); i++) {
            var hostile = new QueryShape("logs", "term[f" + random.nextInt() + "]", "term" + i);
            costs.ended(hostile, costs.estimate(hostile), MILLI);
            if (i % 100 == 0) {
              learn(SCRIPT, 1_000, 1);
            }
          }
          assertThat(costs.figures()).hasSizeBetween(300, KindCosts.MOST_KINDS);
          assertThat(millis(SCRIPT)).isGreaterThan(900);
        });
  }

  @Test
  void figuresNameTheKindItsCostAndItsSpread() {
    for (int i = 0; i < 100; i++) {
      learn(LOOK_UP, i % 2 == 0 ? 1 : 4, 1);
    }
    assertThat(costs.figures())
        .singleElement()
        .satisfies(kind -> {
          assertThat(kind.kind()).isEqualTo("logs: match[title]");
          assertThat(kind.searches()).isEqualTo(100);
          assertThat(kind.cpuMillis()).isCloseTo(2.5, within(0.2));
          assertThat(kind.spread()).as("half of log 4").isCloseTo(0.69, within(0.05));
        });
  }

  @Test
  void aRestartedNodeKnowsTheCostsOfYesterday() throws Exception {
    learn(LOOK_UP, 1, 500);
    learn(SCRIPT, 1_000, 20);
    var restarted = new KindCosts();
    restarted.read(costs.text());
    assertThat(restarted.text()).isEqualTo(costs.text());
    assertThat(restarted.estimate(SCRIPT)).isEqualTo(costs.estimate(SCRIPT));
    assertThat(restarted.figures()).isEqualTo(costs.figures());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "[]",
        "{'format': 'curtail-kinds/1'}",
        "{'format': 'curtail-kinds/2', 'kinds': []}",
        "{'format': 'curtail-kinds/1', 'kinds': [1]}",
        "{'format': 'curtail-kinds/1', 'kinds': [{'key': ['a', 'b']}]}",
        "{'format': 'curtail-kinds/1', 'kinds': [{'key': ['a', 'b'], 'searches': -1}]}"
      })
  void aTextOfAnotherFormIsRefused(String text) {
    assertThatThrownBy(() -> costs.read(text.replace('\'', '"')))
        .isInstanceOfAny(IllegalArgumentException.class, IOException.class);
  }
}
