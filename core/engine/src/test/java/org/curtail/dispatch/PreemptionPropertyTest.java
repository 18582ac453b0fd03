package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.curtail.Admission;
import org.curtail.Preemption;
import org.curtail.PriorityClass;
import org.curtail.Traits;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/** Who is served where requests are set aside. */
class PreemptionPropertyTest {
  private static final int CASES = Cases.count(150, 1_000);
  private static final int STEPS = 120;

  private static PriorityClass drawnClass(RandomGenerator random) {
    PriorityClass[] classes = PriorityClass.values();
    return random.nextInt(4) == 0 ? classes[random.nextInt(classes.length)] : PriorityClass.NORMAL;
  }

  private static SteppedRequest any(RandomGenerator random, Iterable<SteppedRequest> requests) {
    var all = new ArrayList<SteppedRequest>();
    requests.forEach(all::add);
    return all.get(random.nextInt(all.size()));
  }

  @Test
  void withOneThreadEachThoseAreServedWhoAreNextIfEverybodyIsAsked() {
    Cases.random(1, CASES, PreemptionPropertyTest::compareWithObvious);
  }

  private static void compareWithObvious(RandomGenerator random) {
    Preemption preemption = LevelledPolicy.preemption(random);
    Traits traits = Traits.RANKING.preempting(preemption).malleable(random.nextInt(4) == 0);
    var policy = LevelledPolicy.drawn(random, traits, 1, Integer.MAX_VALUE);
    var service = new Service(policy.threads(), policy.threads(), 1, false, false);
    var stepped = new SteppedService(policy, service, 0, random);
    var obvious =
        new ObviousTurns(
            preemption,
            policy.threads(),
            request ->
                policy.priority(request.progress(stepped.nowNanos, 0), stepped.allocator.load()));
    for (int step = 0; step < STEPS; step++) {
      stepped.advance(random.nextInt(12));
      switch (random.nextInt(stepped.running().isEmpty() ? 1 : 12)) {
        case 0, 1 -> {
          PriorityClass priorityClass = drawnClass(random);
          SteppedRequest come = stepped.arrive(priorityClass);
          obvious.arrive(come, stepped.nowNanos);
        }
        case 2 -> {
          SteppedRequest gone = any(random, stepped.running());
          stepped.end(gone);
          obvious.end(gone, stepped.nowNanos);
        }
        case 3 -> {
          List<SteppedRequest> aside = stepped.allocator.aside().all();
          if (!aside.isEmpty()) {
            SteppedRequest one = any(random, aside);
            if (!stepped.allocator.aside().isHastened(one)) {
              stepped.hasten(one);
              obvious.hasten(one, stepped.nowNanos);
            }
          }
        }
        default -> {
          SteppedRequest one = any(random, stepped.running());
          boolean expected = obvious.passBorder(one, stepped.nowNanos);
          assertThat(stepped.passBorder(one)).isEqualTo(expected);
        }
      }
      assertThat(stepped.running()).containsExactlyElementsOf(obvious.served());
      for (SteppedRequest request : stepped.running()) {
        assertThat(request.sliceEndNanos()).isEqualTo(obvious.sliceEndNanos(request));
      }
      var without = new ArrayList<>(stepped.allocator.queue().all());
      without.addAll(stepped.allocator.aside().all());
      assertThat(without).containsExactlyInAnyOrderElementsOf(obvious.without());
    }
  }

  @Test
  void noThreadIdlesAndNobodyIsSetAsideForNothing() {
    Cases.random(1, CASES, random -> runAndCheck(random, 0));
  }

  @Test
  void afterRepairEverythingIsAsConsistentAsBefore() {
    int[] faults = new int[1];
    Cases.random(
        1, CASES, random -> faults[0] += runAndCheck(random, random.nextInt(20, 200)).faults());
    assertThat(faults[0]).isGreaterThan(3 * CASES);
  }

  /** Several threads for a request, boosting, and policies that let requests wait. */
  private static SteppedService runAndCheck(RandomGenerator random, int meanCallsToFault) {
    Preemption preemption = LevelledPolicy.preemption(random);
    int degree = random.nextInt(1, 4);
    Traits traits =
        Traits.RANKING
            .preempting(preemption)
            .malleable(random.nextBoolean())
            .reorderingQueue(random.nextInt(4) == 0);
    int mostStarted = random.nextInt(3) == 0 ? random.nextInt(1, 8) : Integer.MAX_VALUE;
    var policy = LevelledPolicy.drawn(random, traits, degree, mostStarted);
    int cores = random.nextInt(1, policy.threads() + 1);
    boolean boosts = random.nextBoolean();
    var service = new Service(cores, policy.threads(), degree, boosts, false);
    var stepped = new SteppedService(policy, service, meanCallsToFault, random);
    for (int step = 0; step < STEPS; step++) {
      stepped.advance(random.nextInt(12));
      act(random, stepped, service);
      checkBooks(stepped);
      checkNoThreadIdles(stepped, policy, service);
      checkSlices(stepped, preemption);
    }
    return stepped;
  }

  private static void act(RandomGenerator random, SteppedService stepped, Service service) {
    var allocator = stepped.allocator;
    switch (random.nextInt(stepped.running().isEmpty() ? 1 : 12)) {
      case 0, 1 -> stepped.arrive(drawnClass(random));
      case 2 -> stepped.end(any(random, stepped.running()));
      case 3 -> {
        if (!allocator.aside().isEmpty()) {
          stepped.hasten(any(random, allocator.aside().all()));
        }
      }
      default -> {
        SteppedRequest one = any(random, stepped.running());
        boolean isBoosted = one.isBoosted();
        boolean wasToGo = one.share() == 0;
        boolean othersWait = !allocator.queue().isEmpty() || !allocator.aside().isEmpty();
        boolean allThreadsAreBusy = allocator.busy() == service.threads();
        boolean isToGo =
            random.nextBoolean() ? stepped.passBorder(one) : stepped.passBorderWithOneThread(one);
        if (isToGo && !wasToGo) {
          assertThat(othersWait).isTrue();
          assertThat(allThreadsAreBusy).isTrue();
          assertThat(isBoosted).isFalse();
        }
      }
    }
  }

  /** Each request stands in one place, and all is counted. */
  private static void checkBooks(SteppedService stepped) {
    var allocator = stepped.allocator;
    var running = new ArrayList<SteppedRequest>();
    var waiting = new ArrayList<SteppedRequest>();
    var aside = new ArrayList<SteppedRequest>();
    for (SteppedRequest request : stepped.all) {
      if (request.servedBy > 0) {
        running.add(request);
      } else {
        (request.hasStarted() ? aside : waiting).add(request);
      }
    }
    waiting.sort(Comparator.comparing(SteppedRequest::priorityClass));
    assertThat(allocator.running()).containsExactlyInAnyOrderElementsOf(running);
    assertThat(allocator.queue().all()).isEqualTo(waiting);
    assertThat(allocator.aside().all()).containsExactlyInAnyOrderElementsOf(aside);
    assertThat(new HashSet<>(allocator.running())).hasSize(running.size());
    int boosted = 0;
    for (SteppedRequest request : stepped.all) {
      assertThat(request.threads()).isEqualTo(request.servedBy);
      assertThat(request.isRunning).isEqualTo(request.servedBy > 0);
      boosted += request.isBoosted() ? request.threads() : 0;
    }
    assertThat(allocator.boostedThreads()).isEqualTo(boosted);
    assertThat(allocator.busy()).isEqualTo(stepped.busy(running));
    assertThat(allocator.load().requests()).isEqualTo(stepped.all.size());
    assertThat(allocator.load().waiting()).isEqualTo(waiting.size());
    assertThat(allocator.load().threads()).isEqualTo(allocator.busy());
  }

  private static void checkNoThreadIdles(
      SteppedService stepped, LevelledPolicy policy, Service service) {
    var allocator = stepped.allocator;
    assertThat(allocator.busy()).isLessThanOrEqualTo(service.threads());
    if (allocator.busy() == service.threads()) {
      return;
    }
    assertThat(allocator.aside().all()).isEmpty();
    SteppedRequest first = allocator.queue().first();
    assertThat(
            first != null
                && policy.admit(first.progress(stepped.nowNanos), allocator.load())
                    instanceof Admission.Start)
        .isFalse();
    assertThat(stepped.running())
        .noneMatch(request -> request.share() > 0 && request.threads() < request.degree);
  }

  /** While others wait, everybody who runs is asked again in time. */
  private static void checkSlices(SteppedService stepped, Preemption preemption) {
    boolean othersWait =
        !stepped.allocator.queue().isEmpty() || !stepped.allocator.aside().isEmpty();
    for (SteppedRequest request : stepped.running()) {
      long longest =
          Math.max(
              preemption.quantumNanos(),
              Math.min(request.attainedNanos() / 16, preemption.longestAsideNanos()));
      assertThat(request.sliceEndNanos())
          .isLessThanOrEqualTo(othersWait ? stepped.nowNanos + longest : DispatchedRequest.NEVER);
    }
  }

  @Test
  void nobodyStaysAsideForLongerThanTheLimitAndASliceForEachOfTheOthers() {
    Cases.random(
        1,
        Cases.count(70, 200),
        random -> {
          long limitNanos = random.nextInt(50, 200);
          long quantumNanos = random.nextInt(1, 20);
          var preemption = new Preemption(Preemption.Order.PRIORITY, quantumNanos, limitNanos);
          var policy =
              LevelledPolicy.drawn(
                  random, Traits.RANKING.preempting(preemption), 1, Integer.MAX_VALUE);
          var service = new Service(policy.threads(), policy.threads(), 1, false, false);
          var stepped = new SteppedService(policy, service, 0, random);
          Map<SteppedRequest, Long> since = new HashMap<>();
          for (int nanos = 0; nanos < 3_000; nanos++) {
            stepped.advance(1);
            if (stepped.all.size() < 6 && random.nextInt(10) == 0) {
              // Who has attained much has long slices.
              stepped.arrive(PriorityClass.NORMAL).attain(random.nextInt(100_000));
            }
            if (!stepped.running().isEmpty() && random.nextInt(200) == 0) {
              stepped.end(any(random, stepped.running()));
            }
            for (SteppedRequest request : List.copyOf(stepped.running())) {
              stepped.passBorder(request);
            }
            var aside = stepped.allocator.aside().all();
            since.keySet().retainAll(aside);
            for (SteppedRequest request : aside) {
              long asideNanos =
                  stepped.nowNanos - since.computeIfAbsent(request, r -> stepped.nowNanos);
              assertThat(asideNanos)
                  .isLessThanOrEqualTo(limitNanos + 6 * Math.max(quantumNanos, limitNanos));
            }
          }
        });
  }
}
