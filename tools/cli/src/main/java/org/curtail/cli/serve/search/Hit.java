package org.curtail.cli.serve.search;

import java.util.Map;

/**
 * A found document.
 *
 * @param doc its number in the index
 * @param score its score
 * @param fields its stored texts by the names of their fields, long ones cut short
 */
public record Hit(int doc, float score, Map<String, String> fields) {
  public Hit {
    fields = Map.copyOf(fields);
  }
}
