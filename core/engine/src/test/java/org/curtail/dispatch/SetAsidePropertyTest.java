package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Load;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares preempted requests with a list of which every member is asked. */
class SetAsidePropertyTest {
  private static final Load LOAD = new Load(20, 0, 2, 2);

  private final List<SteppedRequest> hastened = new ArrayList<>();

  /** Requests in the order of their preemption. */
  private final List<SteppedRequest> others = new ArrayList<>();

  private long nowNanos = 1_000;
  private long arrived;

  @Test
  void afterAnyChangeTheNextRequestIsTheSameAsIfAllWereAsked() {
    Cases.random(1, Cases.count(1_000, 3_000), random -> new SetAsidePropertyTest().check(random));
  }

  private void check(RandomGenerator random) {
    Preemption preemption = LevelledPolicy.preemption(random);
    var policy = LevelledPolicy.drawn(random, Traits.RANKING.preempting(preemption), 1, 100);
    Allocator.Ranking ranking = progress -> policy.priority(progress, LOAD);
    var aside = new PreemptedRequests<SteppedRequest>(policy, preemption);
    for (int step = 0; step < 60; step++) {
      act(random, aside);
      nowNanos += random.nextInt(20);
      SteppedRequest next = next(preemption, ranking);
      assertThat(aside.next(ranking, nowNanos)).isSameAs(next);
      var all = new ArrayList<>(others);
      all.sort(Comparator.comparing(SteppedRequest::priorityClass));
      all.addAll(hastened);
      assertThat(aside.all()).isEqualTo(all).allMatch(aside::contains);
      assertThat(aside.size()).isEqualTo(all.size());
      assertThat(aside.isEmpty()).isEqualTo(all.isEmpty());
      assertThat(hastened).allMatch(aside::isOnlyToEnd).allMatch(one -> isOverdue(aside, one));
      checkDeadlines(aside);
    }
  }

  private boolean isOverdue(PreemptedRequests<SteppedRequest> aside, SteppedRequest request) {
    return aside.isOverdue(request, nowNanos);
  }

  private void checkDeadlines(PreemptedRequests<SteppedRequest> aside) {
    long deadline =
        others.stream()
            .mapToLong(SteppedRequest::deadlineNanos)
            .min()
            .orElse(DispatchedRequest.NEVER);
    assertThat(aside.nextDeadlineNanos()).isEqualTo(deadline);
    SteppedRequest expired = aside.expired(nowNanos);
    assertThat(expired != null).isEqualTo(deadline <= nowNanos);
    assertThat(expired == null || expired.deadlineNanos() == deadline).isTrue();
  }

  private void act(RandomGenerator random, PreemptedRequests<SteppedRequest> aside) {
    switch (random.nextInt(others.isEmpty() ? 1 : 8)) {
      case 0, 1, 2, 3 -> {
        SteppedRequest request = drawn(random);
        aside.add(request, nowNanos);
        others.add(request);
      }
      case 4 -> {
        SteppedRequest one = others.remove(random.nextInt(others.size()));
        aside.expedite(one);
        hastened.add(one);
      }
      case 5, 6 -> {
        List<SteppedRequest> from = hastened.isEmpty() || random.nextBoolean() ? others : hastened;
        SteppedRequest gone = from.remove(random.nextInt(from.size()));
        aside.remove(gone);
        assertThat(aside.contains(gone)).isFalse();
      }
      default -> {
        aside.startAnew(nowNanos);
      }
    }
  }

  private SteppedRequest drawn(RandomGenerator random) {
    PriorityClass[] classes = PriorityClass.values();
    var request =
        new SteppedRequest(
            ++arrived,
            random.nextInt(3) == 0 ? classes[random.nextInt(classes.length)] : PriorityClass.NORMAL,
            nowNanos - 1_000 + arrived,
            random.nextBoolean() ? DispatchedRequest.NEVER : nowNanos + random.nextInt(300));
    request.attain(random.nextInt(200));
    return request;
  }

  /** Written from what {@link Preemption} says. */
  private @Nullable SteppedRequest next(Preemption preemption, Allocator.Ranking ranking) {
    if (!hastened.isEmpty()) {
      return hastened.getFirst();
    }
    List<SteppedRequest> foremost =
        others.stream()
            .filter(request -> others.stream().noneMatch(o -> o.isMoreImportantThan(request)))
            .toList();
    if (foremost.isEmpty()) {
      return null;
    }
    SteppedRequest longest = foremost.getFirst();
    return preemption.order() == Preemption.Order.TURNS
            || nowNanos - longest.preemptedSinceNanos >= preemption.longestPreemptionNanos()
        ? longest
        : foremost.stream()
            .max(
                Comparator.comparingDouble(
                        (SteppedRequest request) -> ranking.priority(request.progress(nowNanos, 0)))
                    .thenComparing(Comparator.comparingLong(SteppedRequest::id).reversed()))
            .orElseThrow();
  }
}
