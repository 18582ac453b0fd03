package org.curtail.cli.chart;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Random;
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
  void anAxisOfAmountsCoversWhatIsZeroOrBelow() {
    assertThat(Axis.amounts(0, 1000, "ms").scale()).isEqualTo(Axis.Scale.LINEAR);
    Axis axis = Axis.amounts(-3, 1000, "ms");
    assertThat(axis.scale()).isEqualTo(Axis.Scale.LINEAR);
    assertThat(axis.from()).isLessThanOrEqualTo(-3);
    assertThat(axis.to()).isGreaterThanOrEqualTo(1000);
    assertThat(Axis.amounts(-5, -1, "ms").to()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void anAxisOfAmountsCoversAllValuesWhateverTheirRange() {
    for (long seed = 0; seed < 5_000; seed++) {
      var random = new Random(seed);
      double least = Math.pow(10, random.nextDouble(-9, 9));
      double greatest = least * Math.pow(10, random.nextDouble(0, 12));
      Axis axis = Axis.amounts(least, greatest, "ms");
      assertThat(axis.from()).as("seed " + seed).isLessThanOrEqualTo(least * (1 + 1e-6));
      assertThat(axis.to()).as("seed " + seed).isGreaterThanOrEqualTo(greatest * (1 - 1e-6));
    }
  }

  @Test
  void aSingleValueLiesInTheMiddle() {
    Axis axis = Axis.at(List.of(new Axis.Tick(0.5, "50 %")), "load");

    assertThat(axis.position(0.5)).isEqualTo(0.5);
  }
}
