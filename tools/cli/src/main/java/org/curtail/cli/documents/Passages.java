package org.curtail.cli.documents;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;

/**
 * Splits a text into overlapping passages, each half new. A word is a run of anything but white
 * space. The text itself is unchanged.
 */
public final class Passages {
  private Passages() {}

  /**
   * Passages of {@code words} words, one beginning every {@code words / 2}; the last one may be
   * shorter. A text without words is one empty passage.
   *
   * @param words 0 leaves the text whole; otherwise at least 2
   */
  public static List<String> of(String text, int words) {
    check(words);
    if (words == 0) {
      return List.of(text);
    }
    int step = words / 2;
    var passages = new ArrayList<String>();
    // Bounds of the words of the current passage, oldest first.
    int[] froms = new int[words];
    int count = 0;
    int cutTo = -1;
    int at = 0;
    int to = 0;
    while (true) {
      int from = skip(text, at, true);
      if (from == text.length()) {
        break;
      }
      to = skip(text, from, false);
      at = to;
      froms[count++] = from;
      if (count == words) {
        passages.add(text.substring(froms[0], to));
        cutTo = to;
        System.arraycopy(froms, step, froms, 0, words - step);
        count = words - step;
      }
    }
    if (passages.isEmpty() || cutTo < to) {
      passages.add(count == 0 ? "" : text.substring(froms[0], to));
    }
    return passages;
  }

  /**
   * Rejects an impossible passage length.
   *
   * @throws IllegalArgumentException if {@code words} is negative or 1
   */
  public static void check(int words) {
    if (words < 0 || words == 1) {
      throw new IllegalArgumentException(
          "expected passages of 2 or more words, or 0 for whole documents, found " + words);
    }
  }

  /** Number of words of a text. */
  public static int words(String text) {
    int words = 0;
    int at = skip(text, 0, true);
    while (at < text.length()) {
      words++;
      at = skip(text, skip(text, at, false), true);
    }
    return words;
  }

  private static int skip(String text, int at, boolean whiteSpace) {
    int end = at;
    while (end < text.length() && Character.isWhitespace(text.charAt(end)) == whiteSpace) {
      end++;
    }
    return end;
  }

  /**
   * Rejects an impossible passage length.
   *
   * @throws UsageError if the length is negative, or 1, which has no half
   */
  public static void requireWords(int words) {
    if (words < 0 || words == 1) {
      throw new UsageError(
          "--passage-words: expected 0 for whole documents, or a whole number of at least 2, found "
              + words);
    }
  }
}
