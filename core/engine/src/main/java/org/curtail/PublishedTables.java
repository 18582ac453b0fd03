package org.curtail;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Interval tables that papers print, to compare with. */
final class PublishedTables {
  private static final String FEW_TO_MANY_LUCENE = "few-to-many-lucene";

  /** Rows 6 to 24 of the Few-to-Many paper's Table 2: when degrees 1, 2, 3 and 4 begin. */
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

  private PublishedTables() {}

  /** The names that {@link #named} knows. */
  static List<String> names() {
    return List.of(FEW_TO_MANY_LUCENE);
  }

  /**
   * A table by its name.
   *
   * @throws IllegalArgumentException if no table has this name; the message lists the names
   */
  static IntervalTable named(String name) {
    if (name.equals(FEW_TO_MANY_LUCENE)) {
      return fewToManyLucene();
    }
    throw new IllegalArgumentException("expected one of " + names() + ", found '" + name + "'");
  }

  /**
   * Lucene on English Wikipedia (Few-to-Many paper, section 6.1, Table 2): 15 cores, target
   * parallelism 24, degrees 1 to 4, the 99th percentile, steps of 5 ms. The first row is for up to
   * 6 requests; above 24 a new request waits for an exit. The paper prints no predictions: they are
   * 0.
   */
  static IntervalTable fewToManyLucene() {
    var rows = new ArrayList<IntervalTable.Row>();
    for (int i = 0; i < TABLE_2.length; i++) {
      List<Double> startsMs = Arrays.stream(TABLE_2[i]).boxed().toList();
      rows.add(new IntervalTable.Row(6 + i, startsMs, 0, 0, 0));
    }
    return new IntervalTable(15, 24, 4, 99, 5, List.of(1, 2, 3, 4), rows, 24);
  }
}
