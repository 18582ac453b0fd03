package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import org.curtail.Load;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.policy.TailIndex;
import org.curtail.sim.SyntheticProfiles;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares the chosen candidates with a search over all. */
class CandidatesPropertyTest {
  private static final int MAX_DEGREE = 4;
  private static final TailIndex INDEX =
      TailIndex.queueing(SyntheticProfiles.luceneLike(100, MAX_DEGREE));

  private static final Load LOAD = new Load(50, 0, 50, 8);
  private static final Allocator.Ranking BY_INDEX = progress -> INDEX.priority(progress, LOAD);

  private static @Nullable MadeRequest bruteForce(
      List<MadeRequest> requests, Allocator.Ranking ranking, long nowNanos) {
    return requests.stream()
        .filter(DispatchedRequest::wantsThread)
        .min(
            Comparator.comparing(MadeRequest::priorityClass)
                .thenComparing(
                    request -> ranking.priority(request.progress(nowNanos)),
                    Comparator.reverseOrder())
                .thenComparingLong(DispatchedRequest::startOrder))
        .orElse(null);
  }

  private static MadeRequest made(SplittableRandom random, int id) {
    PriorityClass[] classes = PriorityClass.values();
    long arrivalNanos = random.nextLong(50_000_000);
    long startNanos = arrivalNanos + random.nextLong(10_000_000);
    var request =
        MadeRequest.running(
            id,
            random.nextInt(4) == 0 ? classes[random.nextInt(classes.length)] : PriorityClass.NORMAL,
            arrivalNanos,
            startNanos);
    change(random, request);
    return request;
  }

  private static void change(SplittableRandom random, MadeRequest request) {
    request.degree = 1 + random.nextInt(MAX_DEGREE);
    request.isServedByAll = random.nextInt(5) > 0;
    if (request.threads() < MAX_DEGREE && random.nextBoolean()) {
      request.addThread(request.startNanos() + random.nextLong(40_000_000));
    }
  }

  @Test
  void candidatesByAgeEqualAFullSearch() {
    checkChoices(Traits.NONE, progress -> 0);
  }

  @Test
  void candidatesByPriorityEqualAFullSearch() {
    checkChoices(Traits.RANKING, BY_INDEX);
  }

  @Test
  void candidatesInCohortsEqualAFullSearch() {
    checkChoices(Traits.RANKING.monotone(true), BY_INDEX);
  }

  private static void checkChoices(Traits traits, Allocator.Ranking ranking) {
    Cases.random(
        1,
        400,
        generator -> {
          var random = new SplittableRandom(generator.nextLong());
          Candidates<MadeRequest> candidates = Candidates.of(traits, MAX_DEGREE, MAX_DEGREE);
          var requests = new ArrayList<MadeRequest>();
          for (int step = 0; step < 60; step++) {
            if (requests.isEmpty() || random.nextInt(3) > 0) {
              MadeRequest come = made(random, step);
              requests.add(come);
              candidates.update(come);
            } else if (random.nextInt(3) == 0) {
              MadeRequest gone = requests.remove(random.nextInt(requests.size()));
              candidates.remove(gone);
            } else {
              MadeRequest changed = requests.get(random.nextInt(requests.size()));
              // A member leaves its cohort before any change of its order.
              candidates.remove(changed);
              change(random, changed);
              candidates.update(changed);
            }
            long nowNanos = 200_000_000L + step;
            assertThat(candidates.neediest(ranking, nowNanos))
                .isSameAs(bruteForce(requests, ranking, nowNanos));
          }
        });
  }

  /** The worst case: threads come in another order than the starts of requests. */
  @Test
  void choiceAmongManyComputesFewPriorities() {
    var load = new Load(400, 0, 400, 400);
    var inCohorts = new Candidates.InCohorts<MadeRequest>(MAX_DEGREE, MAX_DEGREE);
    var requests = new ArrayList<MadeRequest>();
    for (int i = 0; i < 400; i++) {
      var request = MadeRequest.running(i, PriorityClass.NORMAL, i * 1_000_000L, i * 1_000_000L);
      request.degree = MAX_DEGREE;
      requests.add(request);
    }
    for (int i = 0; i < 400; i++) {
      requests.get(i).addThread((800 - i) * 1_000_000L);
      inCohorts.update(requests.get(i));
    }
    int[] asked = new int[1];
    Allocator.Ranking counting =
        progress -> {
          asked[0]++;
          return INDEX.priority(progress, load);
        };
    long nowNanos = 1_000_000_000;
    inCohorts.neediest(counting, nowNanos);
    asked[0] = 0;
    MadeRequest chosen = inCohorts.neediest(counting, nowNanos);
    int asks = asked[0];
    assertThat(chosen).isSameAs(bruteForce(requests, counting, nowNanos));
    assertThat(asks).isBetween(1, 20);
  }
}
