package org.curtail.traces.compare;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Numbers texts, for fast comparison. Not thread-safe. */
final class TextIndex {
  private final Map<String, Integer> numbers = new HashMap<>();
  private final List<String> texts = new ArrayList<>();

  int of(String text) {
    Integer there = numbers.putIfAbsent(text, texts.size());
    if (there == null) {
      texts.add(text);
      return texts.size() - 1;
    }
    return there;
  }

  String text(int key) {
    return texts.get(key);
  }
}
