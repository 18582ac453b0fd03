package org.curtail.app.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class AxisTest {
  @Test
  void eachPowerOfTenTakesTheSameRoomOnALogarithmicAxis() {
    Axis axis = Axis.logarithmic(1, 1000, "");

    assertThat(axis.position(1)).isZero();
    assertThat(axis.position(10)).isCloseTo(1 / 3.0, within(1e-9));
    assertThat(axis.position(100)).isCloseTo(2 / 3.0, within(1e-9));
    assertThat(axis.position(1000)).isEqualTo(1);
  }

  @Test
  void zeroAndLessLieAtTheBeginningOfALogarithmicAxis() {
    Axis axis = Axis.logarithmic(1, 1000, "");

    assertThat(axis.position(0)).isZero();
    assertThat(axis.position(-5)).isZero();
  }

  @Test
  void eachFurtherNineTakesTheSameRoom() {
    Axis axis = Axis.percentiles(99.9, "");

    double nine = axis.position(99) - axis.position(90);
    assertThat(axis.position(99.9) - axis.position(99)).isCloseTo(nine, within(1e-9));
    assertThat(axis.position(50)).isZero();
    assertThat(axis.position(99.9)).isEqualTo(1);
    assertThat(axis.ticks())
        .extracting(Axis.Tick::label)
        .containsExactly("p50", "p90", "p99", "p99.9");
  }

  @Test
  void amountsBeginAtZeroUnlessTheyRangeTooFar() {
    assertThat(Axis.amounts(10, 200, "ms").from()).isZero();
    assertThat(Axis.amounts(1, 2000, "ms").scale()).isEqualTo(Axis.Scale.LOGARITHMIC);
    assertThat(Axis.amounts(1, 2000, "ms").title()).isEqualTo("ms, log scale");
    assertThat(Axis.amounts(0, 0, "ms").scale()).isEqualTo(Axis.Scale.LINEAR);
  }

  @Test
  void aSingleValueLiesInTheMiddle() {
    Axis axis = Axis.at(List.of(new Axis.Tick(0.5, "50 %")), "load");

    assertThat(axis.position(0.5)).isEqualTo(0.5);
  }
}
