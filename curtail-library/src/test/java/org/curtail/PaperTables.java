package org.curtail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Examples printed in the Few-to-Many paper. */
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

  /** Rows 6 to 24 of Table 2: when degrees 1, 2, 3 and 4 begin. */
  private static final double[][] TABLE_2 = {
    {0, 0, 0, 0},
    {0, 0, 0, 75},
    {0, 0, 25, 150},
    {0, 0, 50, 150},
    {0, 25, 100, 175},
    {0, 25, 125, 175},
    {0, 75, 150, 200},
    {0, 100, 175, 225},
    {10, 110, 210, 235},
    {30, 130, 205, 255},
    {40, 140, 240, 265},
    {60, 160, 245, 285},
    {60, 185, 260, 310},
    {70, 195, 270, 320},
    {70, 220, 295, 370},
    {80, 255, 305, 375},
    {80, 280, 330, 380},
    {90, 290, 365, 415},
    {90, 315, 390, 440},
  };

  /** Table 2: Lucene, target parallelism 24; the paper prints no predictions, so these are 0. */
  public static IntervalTable table2() {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int i = 0; i < TABLE_2.length; i++) {
      List<Double> startsMs = Arrays.stream(TABLE_2[i]).boxed().toList();
      rows.add(new IntervalTable.Row(6 + i, startsMs, 0, 0, 0));
    }
    return new IntervalTable(15, 24, 4, 99, 5, List.of(1, 2, 3, 4), rows, 24);
  }
}
