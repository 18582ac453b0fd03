package org.curtail.traces.read;

import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Normalizes names of operations: numbers and ids in paths become {@code *}, as they differ from
 * request to request. Not thread-safe.
 */
final class OperationNames {
  private static final int MOST_KEPT = 100_000;

  /** A number, a UUID, or a long hexadecimal number, between the separators of a path. */
  private static final Pattern ID =
      Pattern.compile(
          "(?<=[/=])(\\d+|[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
              + "|(?=[a-fA-F]*\\d)[0-9a-fA-F]{12,})(?=[/?&#]|$)");

  private final Map<String, String> kept = new HashMap<>();

  /** Returns the normalized name, the same object for equal names. */
  String of(String recorded) {
    String there = kept.get(recorded);
    if (there != null) {
      return there;
    }
    String name = recorded.indexOf('/') < 0 ? recorded : ID.matcher(recorded).replaceAll("*");
    if (!name.equals(recorded)) {
      name = kept.getOrDefault(name, name);
      if (kept.size() < MOST_KEPT) {
        kept.put(name, name);
      }
    }
    if (kept.size() < MOST_KEPT) {
      kept.put(recorded, name);
    }
    return name;
  }
}
