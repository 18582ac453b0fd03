package org.curtail.benchkit.results;

import java.util.ArrayList;
import java.util.List;

/** A text of the results of measured searches: tables, claims and the verdict. */
public final class SearchText {
  private SearchText() {}

  /** Returns the lines of the text. */
  public static List<String> lines(Results results) {
    var lines = new ArrayList<String>();
    for (NumberTable table : results.tables()) {
      lines.add(table.title());
      lines.addAll(table.table().lines());
      lines.add("");
    }
    if (!results.claims().isEmpty()) {
      lines.addAll(ClaimText.lines(results.claims()));
      lines.add("");
    }
    lines.add(results.verdict().headline());
    lines.addAll(results.verdict().details());
    return lines;
  }
}
