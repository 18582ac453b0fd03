package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the choice of candidates in cohorts, by monotone priorities, with asking all. */
class CohortPropertyTest {
  private static final int MAX_DEGREE = 4;

  /** Age, execution and service have drawn weights; steps make some priorities equal. */
  private static Allocator.Ranking drawn(RandomGenerator random) {
    double age = random.nextInt(3);
    double execution = random.nextInt(3);
    double service = random.nextInt(3);
    double step = random.nextInt(1, 60);
    return progress ->
        Math.floor(
                (age * progress.ageNanos()
                        + execution * progress.executionNanos()
                        + service * progress.attainedNanos())
                    / step)
            / (1 + progress.threads());
  }

  private static @Nullable MadeRequest ifAllAreAsked(
      List<MadeRequest> requests, Allocator.Ranking ranking, long nowNanos) {
    return requests.stream()
        .filter(request -> request.threads() < request.degree && request.hasWork)
        .min(
            Comparator.comparing(MadeRequest::priorityClass)
                .thenComparing(
                    request -> ranking.priority(request.progress(nowNanos)),
                    Comparator.reverseOrder())
                .thenComparingLong(DispatchedRequest::startOrder))
        .orElse(null);
  }

  private static MadeRequest made(RandomGenerator random, int id) {
    PriorityClass[] classes = PriorityClass.values();
    long arrivalNanos = random.nextInt(200);
    var request =
        MadeRequest.running(
            id,
            random.nextInt(6) == 0 ? classes[random.nextInt(classes.length)] : PriorityClass.NORMAL,
            arrivalNanos,
            arrivalNanos + random.nextInt(200));
    change(random, request);
    return request;
  }

  /** Threads come at any time after the start. */
  private static void change(RandomGenerator random, MadeRequest request) {
    request.degree = random.nextInt(1, MAX_DEGREE + 1);
    request.isServedByAll = random.nextInt(5) > 0;
    request.hasWork = random.nextInt(5) > 0;
    if (request.threads() < MAX_DEGREE && random.nextBoolean()) {
      request.addThread(request.startNanos() + random.nextInt(400));
    }
  }

  @Test
  void cohortsChooseTheSameRequestAsIfAllWereAsked() {
    Cases.random(1, Cases.count(150, 3_000), CohortPropertyTest::check);
  }

  private static void check(RandomGenerator random) {
    Allocator.Ranking ranking = drawn(random);
    Candidates<MadeRequest> candidates =
        Candidates.of(Traits.RANKING.monotone(true), MAX_DEGREE, MAX_DEGREE);
    var requests = new ArrayList<MadeRequest>();
    for (int step = 0; step < 60; step++) {
      if (requests.isEmpty() || random.nextInt(3) > 0) {
        MadeRequest come = made(random, step);
        requests.add(come);
        candidates.update(come);
      } else {
        MadeRequest one = requests.get(random.nextInt(requests.size()));
        switch (random.nextInt(4)) {
          case 0 -> {
            requests.remove(one);
            candidates.remove(one);
          }
          // What there is to do ends without a word.
          case 1 -> one.hasWork = false;
          case 2 -> {
            candidates.remove(one);
            change(random, one);
            candidates.update(one);
          }
          default -> {
            one.leaveCohort();
            candidates.update(one);
          }
        }
      }
      long nowNanos = 1_000L + step;
      assertThat(candidates.neediest(ranking, nowNanos))
          .as("step %s", step)
          .isSameAs(ifAllAreAsked(requests, ranking, nowNanos));
    }
  }

  /** The thread that came last served each request first. This is the worst case. */
  @Test
  void aChoiceAmongManyAsksForFewPriorities() {
    var candidates = new Candidates.InCohorts<MadeRequest>(MAX_DEGREE, MAX_DEGREE);
    var requests = new ArrayList<MadeRequest>();
    for (int i = 0; i < 400; i++) {
      var request = MadeRequest.running(i, PriorityClass.NORMAL, i, i);
      request.degree = MAX_DEGREE;
      request.addThread(800 - i);
      requests.add(request);
      candidates.update(request);
    }
    int[] asked = new int[1];
    Allocator.Ranking ranking =
        progress -> {
          asked[0]++;
          return 3 * progress.ageNanos() + progress.attainedNanos();
        };
    candidates.neediest(ranking, 1_000);
    asked[0] = 0;
    MadeRequest chosen = candidates.neediest(ranking, 1_000);
    assertThat(asked[0]).isBetween(1, 20);
    assertThat(chosen).isSameAs(ifAllAreAsked(requests, ranking, 1_000));
  }
}
