package org.curtail;

import java.util.List;

/** The example of the Few-to-Many paper, Figure 5. */
public final class PaperTables {
  private PaperTables() {}

  /**
   * The requests of Figure 5: 50 and 150 ms, equally likely, both with speedups of 1.5 and 2 at
   * degrees 2 and 3.
   */
  public static Profile figure5Profile() {
    return Profile.of(
        "Few-to-Many paper, Figure 5",
        new double[][] {{50, 50 / 1.5, 50 / 2.0}, {150, 150 / 1.5, 150 / 2.0}});
  }

  /** The table of Figure 5, by its description in section 4.1. */
  public static IntervalTable figure5Table() {
    double never = 150;
    return new IntervalTable(
        6,
        6,
        3,
        99,
        50,
        List.of(1, 3),
        List.of(
            new IntervalTable.Row(2, List.of(0.0, 0.0, 0.0), 75, 50, 6),
            new IntervalTable.Row(3, List.of(0.0, 50.0, 50.0), 100, 75, 5),
            new IntervalTable.Row(6, List.of(0.0, never, never), 150, 100, 6)),
        6);
  }
}
