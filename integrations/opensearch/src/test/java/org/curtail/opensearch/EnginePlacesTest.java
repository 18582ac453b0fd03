package org.curtail.opensearch;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.automatic.Exploration;
import org.curtail.policies.Policies;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.runtime.EngineBreaker;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.testkit.Eventually;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Searches on an engine of two cores, behind a pool of twelve threads. */
@Timeout(60)
class EnginePlacesTest {
  private static NodeEngine engine(String policy) {
    return new NodeEngine(
        new NodePolicies(2, Policies.Ingredients.NONE),
        LearnedFile.NONE,
        12,
        true,
        policy,
        Runnable::run);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"automatic", "sequential", "processor-sharing", "least-attained", "fixed-2"})
  void whoeverHasGotAPlaceNeedNotWaitForOthers(String policy) {
    try (var engine = engine(policy)) {
      var places = new ArrayList<Reservation>();
      while (places.size() < 100) {
        Reservation place = engine.tryReserve(RequestOptions.NONE, 0);
        if (place == null) {
          break;
        }
        assertThat(place.isGranted()).isTrue();
        places.add(place);
      }
      assertThat(places).hasSizeBetween(1, 12);
      assertThat(engine.running().metrics().gauges().waiting()).isZero();
      places.forEach(Reservation::close);
      Eventually.is("all are given back", () -> engine.running().threadsBusy() == 0);
      requireNonNull(engine.tryReserve(RequestOptions.NONE, 0)).close();
    }
  }

  /** On the engine, most of these have one thread, and OpenSearch would give them several. */
  @Test
  void fewSearchesOnSeveralThreadsOfOpenSearchExplore() {
    try (var engine = engine("sequential")) {
      assertThat(engine.isLeftToOpenSearch(true)).isTrue();
      engine
          .running()
          .policy(new Exploration(new Sequential(), List.of(2), 0.5, Duration.ofMillis(1), 1));
      assertThat(IntStream.range(0, 160).filter(i -> !engine.isLeftToOpenSearch(true)).count())
          .isEqualTo(10);
      assertThat(engine.isLeftToOpenSearch(false)).isFalse();
      engine.running().policy(new FixedDegree(2));
      assertThat(engine.isLeftToOpenSearch(true)).isFalse();
    }
  }

  @Test
  void whatOpenSearchSearchesBesideTakesPlacesToo() {
    try (var engine = engine("fixed-2")) {
      assertThat(engine.tryReserve(RequestOptions.NONE, 12)).isNull();
      requireNonNull(engine.tryReserve(RequestOptions.NONE, 0)).close();
    }
  }

  @Test
  void aBrokenEngineGivesNoPlacesUntilAnotherPolicyBringsAnotherEngine() {
    try (var engine = engine("fixed-2")) {
      assertThat(engine.isBroken()).isFalse();
      EngineBreaker.breaks(engine.running(), new StackOverflowError("pretended"));
      assertThat(engine.isBroken()).isTrue();
      assertThat(engine.tryReserve(RequestOptions.NONE, 0)).isNull();
      engine.policy("sequential");
      assertThat(engine.isBroken()).isFalse();
      requireNonNull(engine.tryReserve(RequestOptions.NONE, 0)).close();
    }
  }

  @Test
  void aPolicyThatLearnsIsToldOfWhatOpenSearchSearches() {
    try (var engine = engine("automatic")) {
      var plain = new PlainSearches();
      assertThat(engine.running().explain()).contains("nothing is known of the service yet");
      Eventually.is(
          "it has come and ended",
          () -> {
            search(plain, engine);
            return engine.running().explain().contains("it learns the demand");
          });
      assertThat(engine.running().autopilot().orElseThrow().counts().requests()).isPositive();
    }
  }

  private static void search(PlainSearches plain, NodeEngine engine) {
    try {
      plain.run(engine.running().autopilot(), RequestOptions.NONE, () -> 0, took -> {}, () -> true);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
