package org.curtail.benchkit.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.policies.Policies;
import org.curtail.testkit.Cases;
import org.curtail.tune.Tuner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SuggestedPolicyPropertyTest {
  private static final Pattern SUGGESTION =
      Pattern.compile("did you mean ([^?,]+)(, with whole numbers for the capital letters)?\\?");

  private static final List<String> NUMBERS =
      List.of("0", "00", "1", "05", "7", "9999", "10000", "99999999999", "-1", "1.5", "x", "");

  private static final List<Predicate<String>> ACCEPTING =
      List.of(
          Policies::isKnown,
          name -> Policies.isKnown(name) || Tuner.isTunable(name),
          name -> Policies.isKnown(name) || PolicyNames.isAutomatic(name));

  private static String mistyped(String name, SplittableRandom random) {
    int at = random.nextInt(name.length());
    return switch (random.nextInt(4)) {
      case 0 -> name;
      case 1 -> name.substring(0, at) + name.substring(at + 1);
      case 2 -> name.substring(0, at) + 'q' + name.substring(at);
      default -> name + random.nextInt(10);
    };
  }

  /** The suggested name with numbers for letters, as a user would type it. */
  private static String typed(String suggested, boolean hasLetters) {
    return hasLetters ? suggested.replaceAll("(?<=-)[A-Z](?=[-+]|$)", "3") : suggested;
  }

  @Test
  void everyNameThatAMessageSuggestsIsAccepted() {
    int suggestions = 0;
    int names = Cases.count(400, 800);
    for (long seed = 1; seed <= names; seed++) {
      var random = new SplittableRandom(seed);
      List<String> patterns = PolicyNames.listed();
      String pattern = patterns.get(random.nextInt(patterns.size()));
      String number = NUMBERS.get(random.nextInt(NUMBERS.size()));
      String addition =
          List.of("", "+sharing", "+boosting", "+boosting+sharing").get(random.nextInt(4));
      String name = mistyped(pattern.replaceAll("(?<=-)[A-Z](?=-|$)", number), random) + addition;
      Predicate<String> accepted = ACCEPTING.get(random.nextInt(ACCEPTING.size()));
      if (accepted.test(name)) {
        continue;
      }
      String message = PolicyNames.unknown(name, accepted);
      Matcher suggestion = SUGGESTION.matcher(message);
      if (suggestion.find()) {
        suggestions++;
        String typed = typed(suggestion.group(1), suggestion.group(2) != null);
        assertThat(accepted.test(typed)).as("seed %d: %s", seed, message).isTrue();
        assertThat(typed).as("seed %d", seed).isNotEqualTo(name);
      }
    }
    assertThat(suggestions).isGreaterThan(names / 4);
  }

  @Test
  void everyNameThatIsListedIsAcceptedWithNumbers() {
    for (Predicate<String> accepted : ACCEPTING) {
      String message = PolicyNames.unknown("xyz", accepted);
      Matcher listed = Pattern.compile("known are (.*), with whole numbers").matcher(message);
      assertThat(listed.find()).as(message).isTrue();
      for (String name : listed.group(1).split(", ", -1)) {
        assertThat(accepted.test(typed(name, true))).as(name).isTrue();
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "tail-index-gittins-00, tail-index-gittins-1",
    "fixed-0, fixed-1",
    "fixed-04, fixed-4",
    "fxied-0, fixed-1",
    "interval-20000, interval-9999",
    "tail-index-gittins-00+boosting, tail-index-gittins-1+boosting",
  })
  void aNumberThatIsRefusedIsReplacedByOneThatIsNot(String name, String meant) {
    assertThat(PolicyNames.unknown(name, Policies::isKnown))
        .endsWith("; did you mean " + meant + "?");
  }
}
