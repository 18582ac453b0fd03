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

/** The running requests under policies that preempt. */
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
  void withOneThreadEachTheSameRequestsAreServedAsIfAllWereAsked() {
    Cases.random(1, CASES, PreemptionPropertyTest::compareWithObvious);
  }

  private static void compareWithObvious(RandomGenerator random) {
    Preemption preemption = LevelledPolicy.preemption(random);
    Traits traits = Traits.RANKING.preempting(preemption).malleable(random.nextInt(4) == 0);
    var policy = LevelledPolicy.drawn(random, traits, 1, Integer.MAX_VALUE);
    var service = new Allocator.Service(policy.threads(), policy.threads(), 1, false, false);
    var stepped = new SteppedService(policy, service);
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
          List<SteppedRequest> aside = stepped.allocator.preempted().all();
          if (!aside.isEmpty()) {
            SteppedRequest one = any(random, aside);
            if (!stepped.allocator.preempted().isOnlyToEnd(one)) {
              stepped.expedite(one);
              obvious.expedite(one, stepped.nowNanos);
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
      without.addAll(stepped.allocator.preempted().all());
      assertThat(without).containsExactlyInAnyOrderElementsOf(obvious.without());
    }
  }

  @Test
  void noThreadIdlesAndNoRequestIsPreemptedForNothing() {
    Cases.random(1, CASES, PreemptionPropertyTest::runAndCheck);
  }

  /** Several threads for a request, boosting, and policies that let requests wait. */
  private record Setting(LevelledPolicy policy, Allocator.Service service) {
    static Setting drawn(RandomGenerator random) {
      LevelledPolicy policy = policy(random);
      return of(policy, random.nextInt(1, policy.threads() + 1), random);
    }

    /** Another policy on the same threads. The policy may preempt no request. */
    Setting next(RandomGenerator random) {
      LevelledPolicy drawn = policy(random);
      Traits traits =
          random.nextInt(4) == 0 ? drawn.traits().preempting(Preemption.NONE) : drawn.traits();
      var next =
          new LevelledPolicy(
              drawn.urgency(),
              drawn.stepNanos(),
              drawn.ageWeight(),
              drawn.degree(),
              drawn.mostStarted(),
              policy.threads(),
              traits);
      return of(next, service.cores(), random);
    }

    private static LevelledPolicy policy(RandomGenerator random) {
      Preemption preemption = LevelledPolicy.preemption(random);
      int degree = random.nextInt(1, 4);
      boolean ranks = preemption.order() == Preemption.Order.PRIORITY || random.nextInt(3) == 0;
      Traits traits =
          (ranks ? Traits.RANKING : Traits.NONE)
              .preempting(preemption)
              .malleable(random.nextBoolean())
              .reorderingQueue(ranks && random.nextInt(4) == 0);
      int mostStarted = random.nextInt(3) == 0 ? random.nextInt(1, 8) : Integer.MAX_VALUE;
      return LevelledPolicy.drawn(random, traits, degree, mostStarted);
    }

    private static Setting of(LevelledPolicy policy, int cores, RandomGenerator random) {
      return new Setting(
          policy,
          new Allocator.Service(
              cores, policy.threads(), policy.degree(), random.nextBoolean(), false));
    }
  }

  private static void runAndCheck(RandomGenerator random) {
    Setting setting = Setting.drawn(random);
    var stepped = new SteppedService(setting.policy, setting.service);
    stepped.decidesBeforeRounds = random.nextBoolean();
    for (int step = 0; step < STEPS; step++) {
      stepped.advance(random.nextInt(12));
      if (random.nextInt(40) == 0) {
        setting = setting.next(random);
        stepped.change(setting.policy, setting.service);
        assertThat(stepped.allocator.preempted().all())
            .allMatch(request -> request.decidedDegree() == 0);
      } else {
        act(random, stepped, setting.service);
      }
      checkBooks(stepped);
      checkNoThreadIdles(stepped, setting.policy, setting.service);
      checkSlices(stepped, setting.policy.traits().preemption());
      checkShares(stepped, setting.policy, setting.service);
      checkBoosts(stepped, setting.service);
    }
  }

  private static void act(
      RandomGenerator random, SteppedService stepped, Allocator.Service service) {
    var allocator = stepped.allocator;
    switch (random.nextInt(stepped.running().isEmpty() ? 1 : 18)) {
      case 0, 1, 2 -> stepped.arrive(drawnClass(random));
      case 3, 4 -> stepped.end(any(random, stepped.running()));
      case 5 -> {
        if (allocator.preempted().isEmpty()) {
          stepped.dispatch();
        } else {
          stepped.expedite(any(random, allocator.preempted().all()));
        }
      }
      case 6 -> {
        if (allocator.preempted().isEmpty()) {
          stepped.dispatch();
        } else {
          stepped.giveUpAside(any(random, allocator.preempted().all()));
        }
      }
      case 7 -> {
        if (allocator.queue().isEmpty()) {
          stepped.dispatch();
        } else {
          stepped.giveUp(any(random, allocator.queue().all()));
        }
      }
      case 8 -> stepped.work(any(random, stepped.running()), random.nextInt(3) > 0);
      default -> {
        SteppedRequest one = any(random, stepped.running());
        boolean isBoosted = one.isBoosted();
        boolean wasToGo = one.threadLimit() == 0;
        boolean othersWait = !allocator.queue().isEmpty() || !allocator.preempted().isEmpty();
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
    assertThat(allocator.preempted().all()).containsExactlyInAnyOrderElementsOf(aside);
    assertThat(new HashSet<>(allocator.running())).hasSize(running.size());
    int boosted = 0;
    for (SteppedRequest request : stepped.all) {
      assertThat(request.threads()).isEqualTo(request.servedBy);
      assertThat(request.isRunning).isEqualTo(request.servedBy > 0);
      boosted += request.isBoosted() ? request.threads() : 0;
    }
    assertThat(allocator.boostedThreads()).isEqualTo(boosted);
    assertThat(allocator.busy())
        .isEqualTo(stepped.all.stream().mapToInt(request -> request.servedBy).sum());
    assertThat(allocator.load().requests()).isEqualTo(stepped.all.size());
    assertThat(allocator.load().waiting()).isEqualTo(waiting.size());
    assertThat(allocator.load().threads()).isEqualTo(allocator.busy());
  }

  private static void checkNoThreadIdles(
      SteppedService stepped, LevelledPolicy policy, Allocator.Service service) {
    var allocator = stepped.allocator;
    assertThat(allocator.busy()).isLessThanOrEqualTo(service.threads());
    if (allocator.busy() == service.threads()) {
      return;
    }
    assertThat(allocator.preempted().all()).isEmpty();
    SteppedRequest first = allocator.queue().first();
    assertThat(
            first != null
                && policy
                    .admit(first.progress(stepped.nowNanos), allocator.load())
                    .equals(Admission.START))
        .isFalse();
    assertThat(stepped.running())
        .noneMatch(request ->
            request.hasWork && request.threads() < Math.min(request.threadLimit(), request.degree));
    assertThat(stepped.running())
        .as("nobody has to leave")
        .noneMatch(one -> one.threadLimit() == 0);
  }

  /**
   * Of a malleable policy: a thread for each that runs, one is kept for each that has none and may
   * have one, and the others go where they are most urgent.
   */
  private static void checkShares(
      SteppedService stepped, LevelledPolicy policy, Allocator.Service service) {
    var allocator = stepped.allocator;
    SteppedRequest first = allocator.queue().first();
    boolean mayStart =
        first != null
            && policy
                .admit(first.progress(stepped.nowNanos), allocator.load())
                .equals(Admission.START);
    if (!policy.traits().isMalleable() || (first != null && !mayStart)) {
      return;
    }
    var running = List.copyOf(stepped.running());
    int without = policy.traits().preemption().isUsed() ? allocator.preempted().size() : 0;
    int waiting = policy.traits().preemption().isUsed() ? allocator.queue().size() : 0;
    if (without + waiting < allocator.preempted().size() + allocator.queue().size()) {
      return; // They are weighed against those that run.
    }
    int left = service.threads() - running.size() - without - waiting;
    int[] shares = ObviousShares.of(running, policy, allocator.load(), left, stepped.nowNanos);
    for (int i = 0; i < shares.length; i++) {
      assertThat(running.get(i).threadLimit())
          .as("thread limit of %s", running.get(i))
          .isEqualTo(shares[i]);
    }
  }

  /** The oldest at the greatest degree keep whole cores, for as long as one is left for others. */
  private static void checkBoosts(SteppedService stepped, Allocator.Service service) {
    int boosted = stepped.allocator.boostedThreads();
    assertThat(boosted).isLessThan(service.cores());
    if (!service.boosts()) {
      assertThat(boosted).isZero();
    } else if (stepped.allocator.busy() > service.cores()) {
      assertThat(stepped.running())
          .noneMatch(request ->
              !request.isBoosted()
                  && request.threadLimit() > 0
                  && request.threads() > 1
                  && request.threads() == service.maxDegree()
                  && boosted + request.threads() < service.cores());
    }
  }

  /** While others wait, everybody who runs is asked again in time. */
  private static void checkSlices(SteppedService stepped, Preemption preemption) {
    boolean othersWait =
        !stepped.allocator.queue().isEmpty() || !stepped.allocator.preempted().isEmpty();
    if (!preemption.isUsed()) {
      assertThat(stepped.running())
          .allMatch(request -> request.sliceEndNanos() == DispatchedRequest.NEVER);
      return;
    }
    for (SteppedRequest request : stepped.running()) {
      long longest =
          Math.max(
              preemption.quantumNanos(),
              Math.min(request.attainedNanos() / 16, preemption.longestPreemptionNanos()));
      assertThat(request.sliceEndNanos())
          .isLessThanOrEqualTo(othersWait ? stepped.nowNanos + longest : DispatchedRequest.NEVER);
    }
  }

  @Test
  void noRequestStaysPreemptedForLongerThanTheLimitAndASliceForEachOther() {
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
          var service = new Allocator.Service(policy.threads(), policy.threads(), 1, false, false);
          var stepped = new SteppedService(policy, service);
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
            var aside = stepped.allocator.preempted().all();
            since.keySet().retainAll(aside);
            for (SteppedRequest request : aside) {
              long preemptedNanos =
                  stepped.nowNanos - since.computeIfAbsent(request, r -> stepped.nowNanos);
              assertThat(preemptedNanos)
                  .isLessThanOrEqualTo(limitNanos + 6 * Math.max(quantumNanos, limitNanos));
            }
          }
        });
  }
}
