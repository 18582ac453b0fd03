package org.curtail.cli.querylog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/** Words that are removed from free text before the search. */
public enum StopWords {
  /** Lucene's 33 English stop words: a, an, and, ... */
  ENGLISH,
  NONE;

  /** The remaining words in their order; all words if none would remain. */
  List<String> drop(String text) {
    List<String> words = Arrays.stream(text.strip().split("\\s+")).toList();
    List<String> kept =
        switch (this) {
          case ENGLISH ->
              words.stream()
                  .filter(word ->
                      !EnglishAnalyzer.ENGLISH_STOP_WORDS_SET.contains(
                          word.toLowerCase(Locale.ROOT)))
                  .toList();
          case NONE -> words;
        };
    return kept.isEmpty() ? words : kept;
  }
}
