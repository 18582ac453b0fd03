package org.curtail.cli.index;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Compares with every name tried at every word of every text. */
final class NameMentionsPropertyTest {
  private static final Pattern WORD = Pattern.compile("[\\p{L}\\p{Nd}_]+");
  private static final Pattern BEGINS = Pattern.compile("(^\\s*|\\n|[.!?*/]\\s+)\\z");
  private static final String[] WORDS = {"A", "Ab", "ab", "Cd", "cd", "7", "Ef", "e_f", "é", "Éf"};
  private static final String[] GAPS = {
    " ", " ", " ", ", ", ". ", ".", "\n", " \n ", " (", "! \"", "* "
  };

  @Test
  void mentionsAreWhatTryingAllNamesEverywhereGives() {
    for (int round = 0; round < Cases.count(500, 2000); round++) {
      long seed = round;
      var random = new Random(seed);
      int count = 1 + random.nextInt(8);
      var names = new ArrayList<String>();
      var texts = new ArrayList<String>();
      for (int i = 0; i < count; i++) {
        names.add(text(random, random.nextInt(4)));
        texts.add(text(random, random.nextInt(25)));
      }
      var mentions = new NameMentions();
      names.forEach(mentions::addName);
      texts.forEach(mentions::readText);
      for (int i = 0; i < count; i++) {
        int expected = 0;
        for (int other = 0; other < count; other++) {
          if (other != i && mentioned(texts.get(other), names).contains(words(names.get(i)))) {
            expected++;
          }
        }
        assertThat(mentions.of(i))
            .as("seed %d, name %d of %s in %s", seed, i, names, texts)
            .isEqualTo(expected);
      }
    }
  }

  private static String text(Random random, int words) {
    var text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      text.append(WORDS[random.nextInt(WORDS.length)]);
      text.append(GAPS[random.nextInt(GAPS.length)]);
    }
    return text.toString();
  }

  private static List<String> words(String text) {
    return WORD.matcher(text).results().map(MatchResult::group).toList();
  }

  private static Set<List<String>> mentioned(String text, List<String> names) {
    List<MatchResult> places = WORD.matcher(text).results().toList();
    List<String> words = words(text);
    var found = new HashSet<List<String>>();
    int at = 0;
    while (at < words.size()) {
      int from = at;
      Optional<List<String>> longest =
          names.stream()
              .map(NameMentionsPropertyTest::words)
              .filter(name -> !name.isEmpty() && from + name.size() <= words.size())
              .filter(name -> words.subList(from, from + name.size()).equals(name))
              .filter(name -> name.size() > 1 || seen(name.getFirst(), text, places.get(from)))
              .max(Comparator.comparingInt(List::size));
      longest.ifPresent(found::add);
      at += longest.map(List::size).orElse(1);
    }
    return found;
  }

  private static boolean seen(String word, String text, MatchResult place) {
    return word.length() > 1
        && !word.equals(word.toLowerCase(Locale.ROOT))
        && !BEGINS.matcher(text.substring(0, place.start())).find();
  }
}
