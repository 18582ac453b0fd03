package org.curtail.cli.querylog;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.lucene.analysis.en.EnglishAnalyzer;

/** Words that free text loses before it is searched for. */
public enum StopWords {
  /** The 33 English words that Lucene takes for stop words: a, an, and, ... */
  ENGLISH,
  NONE;

  /** The other words in their order; all of them if there are no others. */
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
