package org.curtail.lucene;

import java.util.List;
import java.util.Random;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;

/** A policy chosen by a seed. */
public final class RandomPolicy {
  private RandomPolicy() {}

  /** Returns one of a few policies that add threads at different times. */
  public static Policy of(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(2 + random.nextInt(3));
      case 2 -> new Adaptive(List.of(2.0, 1.1, 0.9));
      default ->
          new FewToMany(
              new IntervalTable(
                  2,
                  4,
                  3,
                  99,
                  0.01,
                  List.of(1, 2, 3),
                  List.of(new IntervalTable.Row(1, List.of(0.0, 0.02, 0.05), 1, 1, 1)),
                  3));
    };
  }
}
