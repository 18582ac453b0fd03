package org.curtail.workflow.partial;

import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.workflow.ResponderTraces;
import org.curtail.workflow.Responders;
import org.curtail.workflow.Stage;

/** Visits of any shape, drawn at random: slow as a whole, with slow responders, with ties. */
final class RandomVisits {
  private RandomVisits() {}

  static Visits draw(RandomGenerator random, int mostVisits, int mostResponders) {
    int count = random.nextInt(1, mostResponders + 1);
    return Visits.of(stage(random, random.nextInt(1, mostVisits + 1), count), 10_000, 1);
  }

  private static Stage stage(RandomGenerator random, int visits, int count) {
    ResponderTraces traces = ResponderTraces.of(times(random, visits, count));
    int needed = random.nextBoolean() ? count : random.nextInt(1, count + 1);
    return Stage.of("search", List.of(), 1, traces.times(100))
        .asking(new Responders(count, needed))
        .traced(traces);
  }

  private static double[][] times(RandomGenerator random, int visits, int count) {
    boolean whole = random.nextBoolean();
    double[][] times = new double[visits][count];
    for (double[] visit : times) {
      double factor = random.nextBoolean() ? 1 : 1 + 5 * random.nextDouble();
      for (int i = 0; i < count; i++) {
        double slow = random.nextInt(8) == 0 ? 10 : 1;
        double time = factor * slow * (1 + 9 * random.nextDouble());
        visit[i] = whole ? Math.floor(time) : time;
      }
    }
    return times;
  }
}
