package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Each request has a thread at once, as if the cores were divided among all of them. */
class IdealSharingPropertyTest {
  private static final int STEPS = 60;
  private static final Preemption TURNS =
      new Preemption(Preemption.Order.TURNS, 10, Preemption.UNLIMITED_NANOS);

  private record Counted(SteppedRequest request, int threads) {}

  @Test
  void everyRequestHasAThreadAndFurtherOnesAreTakenFromTheOneWithMost() {
    Cases.random(1, Cases.count(200, 2_000), IdealSharingPropertyTest::check);
  }

  private static void check(RandomGenerator random) {
    int degree = random.nextInt(1, 5);
    boolean isMalleable = random.nextBoolean();
    Traits traits = Traits.NONE.preempting(TURNS).malleable(isMalleable);
    var policy = LevelledPolicy.drawn(random, traits, degree, Integer.MAX_VALUE);
    int threads = random.nextInt(1, 8);
    var stepped =
        new SteppedService(policy, new Allocator.Service(threads, threads, degree, false, true));
    List<Counted> expected = new ArrayList<>();
    for (int step = 0; step < STEPS; step++) {
      stepped.advance(random.nextInt(12));
      if (expected.isEmpty() || random.nextInt(expected.size() > 8 ? 3 : 2) == 0) {
        PriorityClass[] classes = PriorityClass.values();
        expected.add(new Counted(stepped.arrive(classes[random.nextInt(classes.length)]), 1));
      } else {
        stepped.end(expected.remove(random.nextInt(expected.size())).request);
      }
      if (isMalleable) {
        int left = threads - expected.size();
        List<SteppedRequest> all = expected.stream().map(Counted::request).toList();
        int[] shares =
            ObviousShares.of(all, policy, stepped.allocator.load(), left, stepped.nowNanos);
        expected.replaceAll(one -> new Counted(one.request, shares[expected.indexOf(one)]));
      } else {
        takeFurtherOnes(expected, threads);
        giveFreeOnes(expected, threads, degree);
      }
      assertThat(stepped.running())
          .extracting(request -> new Counted(request, request.threads()))
          .as("step %s", step)
          .containsExactlyElementsOf(expected);
      assertThat(stepped.allocator.queue().all()).isEmpty();
    }
  }

  private static int busy(List<Counted> all) {
    return all.stream().mapToInt(Counted::threads).sum();
  }

  private static void takeFurtherOnes(List<Counted> all, int threads) {
    while (busy(all) > Math.max(threads, all.size())) {
      int most = all.stream().mapToInt(Counted::threads).max().orElseThrow();
      Counted first = all.stream().filter(one -> one.threads == most).findFirst().orElseThrow();
      all.set(all.indexOf(first), new Counted(first.request, most - 1));
    }
  }

  /** The more important first, then who started first. */
  private static void giveFreeOnes(List<Counted> all, int threads, int degree) {
    while (busy(all) < threads && all.stream().anyMatch(one -> one.threads < degree)) {
      Counted neediest =
          all.stream()
              .filter(one -> one.threads < degree)
              .min(Comparator.comparing(one -> one.request.priorityClass()))
              .orElseThrow();
      all.set(all.indexOf(neediest), new Counted(neediest.request, neediest.threads + 1));
    }
  }
}
