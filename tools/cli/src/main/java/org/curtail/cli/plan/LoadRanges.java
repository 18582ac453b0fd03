package org.curtail.cli.plan;

import java.util.ArrayList;
import java.util.List;

/** Loads in few words: "3", "7 to 9, 12". */
final class LoadRanges {
  private LoadRanges() {}

  /**
   * Neighbours are taken together.
   *
   * @param loads ascending
   */
  static String text(List<Integer> loads) {
    var ranges = new ArrayList<String>();
    for (int i = 0; i < loads.size(); i++) {
      int first = loads.get(i);
      while (i + 1 < loads.size() && loads.get(i + 1) == loads.get(i) + 1) {
        i++;
      }
      int last = loads.get(i);
      ranges.add(first == last ? "" + first : first + " to " + last);
    }
    return String.join(", ", ranges);
  }
}
