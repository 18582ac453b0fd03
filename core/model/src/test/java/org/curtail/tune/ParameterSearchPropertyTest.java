package org.curtail.tune;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.curtail.testkit.Cases;
import org.curtail.tune.PolicyParameters.Choices;
import org.curtail.tune.Tuner.ParameterSearch;
import org.junit.jupiter.api.Test;

class ParameterSearchPropertyTest {
  private static final int UNLIMITED = 1_000_000;

  private static Choices choices(int count) {
    return new Choices(IntStream.range(0, count).boxed().toList());
  }

  /** Returns equal choices for all numbers, with a line along their diagonal. */
  private static PolicyParameters parameters(int count, int choices) {
    return new PolicyParameters(
        Collections.nCopies(count, choices(choices)),
        List.of(new PolicyParameters.Line(choices, at -> Collections.nCopies(count, at))));
  }

  private static List<List<Integer>> all(PolicyParameters parameters) {
    List<List<Integer>> all = List.of(List.of());
    for (Choices choices : parameters.choices()) {
      var longer = new ArrayList<List<Integer>>();
      for (List<Integer> begun : all) {
        for (int place = 0; place < choices.size(); place++) {
          var places = new ArrayList<>(begun);
          places.add(place);
          longer.add(List.copyOf(places));
        }
      }
      all = longer;
    }
    return all;
  }

  private static double least(PolicyParameters parameters, ToDoubleFunction<List<Integer>> value) {
    return all(parameters).stream().mapToDouble(value).min().orElseThrow();
  }

  @Test
  void aFewChoicesAreAllTried() {
    Cases.random(
        1,
        300,
        random -> {
          PolicyParameters parameters = parameters(1, random.nextInt(1, 13));
          Map<List<Integer>, Double> values = new HashMap<>();
          ToDoubleFunction<List<Integer>> value =
              places -> values.computeIfAbsent(places, any -> random.nextDouble());
          var search = new ParameterSearch(parameters, value, UNLIMITED);
          List<Integer> found = search.run();
          assertThat(search.least()).isEqualTo(least(parameters, value));
          assertThat(value.applyAsDouble(found)).isEqualTo(search.least());
        });
  }

  @Test
  void theBottomOfOneValleyIsFound() {
    Cases.random(
        1000,
        300,
        random -> {
          PolicyParameters parameters = parameters(1, random.nextInt(1, 300));
          double bottom = random.nextDouble(-20, 320);
          double left = random.nextDouble(0.1, 9);
          ToDoubleFunction<List<Integer>> value =
              places -> {
                double beside = places.getFirst() - bottom;
                return beside < 0 ? -left * beside : beside * beside;
              };
          assertThat(new ParameterSearch(parameters, value, UNLIMITED).run())
              .isEqualTo(
                  all(parameters).stream().min(Comparator.comparingDouble(value)).orElseThrow());
        });
  }

  @Test
  void separateNumbersAreFoundOneByOne() {
    Cases.random(
        2000,
        100,
        random -> {
          PolicyParameters parameters = parameters(3, random.nextInt(2, 20));
          double[] bottoms = random.doubles(3, 0, 20).toArray();
          ToDoubleFunction<List<Integer>> value =
              places ->
                  IntStream.range(0, 3)
                      .mapToDouble(i -> Math.abs(places.get(i) - bottoms[i]))
                      .sum();
          var search = new ParameterSearch(parameters, value, UNLIMITED);
          search.run();
          assertThat(search.least()).isEqualTo(least(parameters, value));
        });
  }

  @Test
  void isNeverWorseThanAnyTriedOneAndKeepsItsBudget() {
    Cases.random(
        3000,
        300,
        random -> {
          PolicyParameters parameters = parameters(random.nextInt(1, 4), random.nextInt(1, 100));
          int budget = random.nextInt(1, 60);
          Map<List<Integer>, Double> tried = new HashMap<>();
          ToDoubleFunction<List<Integer>> value =
              places -> {
                assertThat(tried).doesNotContainKey(places);
                double drawn = random.nextInt(10);
                tried.put(places, drawn);
                return drawn;
              };
          var search = new ParameterSearch(parameters, value, budget);
          List<Integer> found = search.run();
          assertThat(tried.get(found)).isEqualTo(Collections.min(tried.values()));
          assertThat(search.least()).isEqualTo(Collections.min(tried.values()));
          assertThat(search.tried()).isEqualTo(tried.size()).isLessThanOrEqualTo(budget);
        });
  }

  @Test
  void bothEndsOfTheLineAreTried() {
    for (int count = 1; count < 60; count++) {
      var tried = new ArrayList<Integer>();
      new ParameterSearch(
              parameters(1, count),
              places -> {
                tried.add(places.getFirst());
                return 0;
              },
              UNLIMITED)
          .run();
      assertThat(tried).contains(0, count - 1);
    }
  }
}
