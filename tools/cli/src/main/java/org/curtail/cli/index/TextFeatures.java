package org.curtail.cli.index;

import java.util.HashSet;
import java.util.Set;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.NumericDocValuesField;
import org.curtail.benchkit.search.Fields;

/**
 * Numbers of a text as features for ranking; whole and not negative.
 *
 * @param words number of words
 * @param distinct number of distinct words
 * @param meanWordLength 100 times the mean number of characters of a word
 * @param digits digits among 1,000 characters
 * @param capitals capital letters among 1,000 characters
 * @param symbols characters that are no letters, digits or white space among 1,000
 * @param position number of the passage within its document, from 0
 * @param titleWords number of words of the title
 */
record TextFeatures(
    int words,
    int distinct,
    int meanWordLength,
    int digits,
    int capitals,
    int symbols,
    int position,
    int titleWords) {

  static TextFeatures of(String title, String text, int position) {
    Set<Integer> hashes = new HashSet<>();
    int words = 0;
    int digits = 0;
    int capitals = 0;
    int symbols = 0;
    int blanks = 0;
    int hash = 0;
    boolean inWord = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isWhitespace(c)) {
        blanks++;
        if (inWord) {
          hashes.add(hash);
          inWord = false;
        }
        continue;
      }
      if (!inWord) {
        inWord = true;
        words++;
        hash = 0;
      }
      hash = 31 * hash + Character.toLowerCase(c);
      if (Character.isDigit(c)) {
        digits++;
      } else if (Character.isUpperCase(c)) {
        capitals++;
      } else if (!Character.isLetter(c)) {
        symbols++;
      }
    }
    if (inWord) {
      hashes.add(hash);
    }
    int characters = text.length() - blanks;
    return new TextFeatures(
        words,
        hashes.size(),
        words == 0 ? 0 : (int) (100L * characters / words),
        perThousand(digits, characters),
        perThousand(capitals, characters),
        perThousand(symbols, characters),
        position,
        words(title));
  }

  private static int perThousand(int part, int whole) {
    return whole == 0 ? 0 : (int) (1000L * part / whole);
  }

  private static int words(String text) {
    return text.isBlank() ? 0 : text.strip().split("\\s+").length;
  }

  void addTo(Document document) {
    add(document, "words", words);
    add(document, "distinct", distinct);
    add(document, "word_length", meanWordLength);
    add(document, "digits", digits);
    add(document, "capitals", capitals);
    add(document, "symbols", symbols);
    add(document, "position", position);
    add(document, "title_words", titleWords);
  }

  private static void add(Document document, String name, int value) {
    document.add(new NumericDocValuesField(Fields.FEATURE_PREFIX + name, value));
  }
}
