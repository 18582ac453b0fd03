package org.curtail.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

class DualProgramPropertyTest {
  private static LinearFunction random(RandomGenerator random, int lengths) {
    return new LinearFunction(random.nextDouble(0, 40), random.doubles(lengths, -2, 0.2).toArray());
  }

  private static double value(double[] slopes, List<LinearFunction> functions, double[] lengths) {
    double most = 0;
    for (LinearFunction function : functions) {
      most = Math.max(most, function.at(lengths));
    }
    return most + new LinearFunction(0, slopes).at(lengths);
  }

  private static double leastAtCorner(double[] slopes, LinearFunction support, double limit) {
    double least = support.constant();
    for (int i = 0; i < slopes.length; i++) {
      least += limit * Math.min(0, slopes[i] + support.slope(i));
    }
    return least;
  }

  @Test
  void weightsAndMinimiserProveEachOther() {
    Cases.random(
        1,
        3_000,
        random -> {
          int lengths = random.nextInt(0, 8);
          double limit = random.nextDouble(1, 50);
          double[] slopes = random.doubles(lengths).toArray();
          if (lengths > 0 && random.nextBoolean()) {
            slopes[random.nextInt(lengths)] = 0;
          }
          var program = new DualProgram(new LinearFunction(0, slopes), lengths, limit);
          var functions = new ArrayList<LinearFunction>();
          // Adds one function after the other, as cutting planes do.
          for (int i = 0; i < random.nextInt(1, 12); i++) {
            LinearFunction function = random(random, lengths);
            functions.add(function);
            program.add(function);
            program.solve();
          }
          double[] minimiser = program.minimiser();
          LinearFunction support = program.support();
          // The weights give a lower bound, and a point attains it. So both are the minimum.
          assertThat(leastAtCorner(slopes, support, limit))
              .isCloseTo(value(slopes, functions, minimiser), within(1e-7));
          for (int i = 0; i < 50; i++) {
            double[] other = random.doubles(lengths, 0, limit).toArray();
            assertThat(support.at(other))
                .isLessThanOrEqualTo(value(new double[lengths], functions, other) + 1e-9);
          }
        });
  }
}
