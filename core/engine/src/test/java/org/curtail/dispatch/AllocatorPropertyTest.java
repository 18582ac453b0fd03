package org.curtail.dispatch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.curtail.Load;
import org.curtail.PriorityClass;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.Test;

/**
 * Compares the threads of each request, without preemption, with a reference that gives out each
 * thread again.
 */
class AllocatorPropertyTest {
  private static final int STEPS = 60;
  private static final int MOST_REQUESTS = 12;

  @Test
  void afterAnyEventEachThreadServesTheSameRequestAsIfAllWereAsked() {
    Cases.random(1, Cases.count(300, 10_000), random -> new Run(random).run());
  }

  private static final class Run {
    private final RandomGenerator random;
    private DrawnPolicy policy;
    private final int cores;
    private final int mostStarted;
    private final SteppedService stepped;
    private final ObviousAllocator obvious;

    private int policyChanges;

    /** True if the load of this step is published to all requests. */
    private boolean isNews;

    Run(RandomGenerator random) {
      this.random = random;
      policy = DrawnPolicy.drawn(random);
      cores = random.nextInt(3) == 0 ? random.nextInt(1, 5) : random.nextInt(5, 10);
      mostStarted = random.nextInt(3) == 0 ? random.nextInt(1, 8) : Integer.MAX_VALUE;
      Allocator.Service service = service();
      stepped = new SteppedService(policy, service);
      stepped.decidesBeforeRounds = random.nextBoolean();
      stepped.saysServedByAll = request -> random.nextInt(4) > 0;
      obvious = new ObviousAllocator(policy, service, stepped.decidesBeforeRounds);
    }

    private Allocator.Service service() {
      return new Allocator.Service(
          cores,
          random.nextInt(Math.max(1, cores - 2), cores + 5),
          policy.maxDegree(),
          policy.traits().boosts(),
          false,
          false,
          mostStarted);
    }

    @SuppressWarnings("ReferenceEquality") // Other news are another object.
    private void run() {
      for (int step = 0; step < STEPS; step++) {
        stepped.advance(random.nextInt(12));
        Load newsBefore = stepped.allocator.publishedLoad();
        Load before = obvious.load();
        int startsBefore = obvious.starts;
        isNews = false;
        act();
        obvious.dispatch(stepped.nowNanos);
        check("step " + step);
        Load now = obvious.load();
        isNews |=
            obvious.starts > startsBefore
                || now.requests() != before.requests()
                || now.waiting() != before.waiting()
                || (now.threads() != before.threads() && !policy.traits().isMalleable());
        assertThat(stepped.allocator.publishedLoad() != newsBefore).as("news").isEqualTo(isNews);
      }
    }

    private SteppedRequest any(List<SteppedRequest> requests) {
      return requests.get(random.nextInt(requests.size()));
    }

    private void act() {
      List<SteppedRequest> running = List.copyOf(stepped.running());
      List<SteppedRequest> waiting = obvious.waiting();
      boolean isFull = stepped.all.size() >= MOST_REQUESTS && !waiting.isEmpty();
      switch (random.nextInt(running.isEmpty() ? 3 : 16)) {
        case 0, 1, 2, 3 -> {
          if (isFull) {
            giveUp(any(waiting));
          } else {
            PriorityClass[] classes = PriorityClass.values();
            obvious.arrive(
                stepped.arrive(
                    random.nextInt(3) == 0
                        ? classes[random.nextInt(classes.length)]
                        : PriorityClass.NORMAL),
                stepped.nowNanos);
          }
        }
        case 4, 5 -> end(any(running));
        case 6 -> {
          SteppedRequest gone = any(running);
          stepped.endWithThreadsOnTheirWay(gone);
          obvious.endWithThreadsOnTheirWay(gone);
        }
        case 7, 8 -> {
          isNews = obvious.onTheirWay > 0 && !policy.traits().isMalleable();
          stepped.threadsAreBack();
          obvious.onTheirWay = 0;
        }
        case 9 -> {
          if (waiting.isEmpty()) {
            stepped.dispatch();
          } else {
            giveUp(any(waiting));
          }
        }
        case 10, 11 -> stepped.work(any(running), random.nextInt(3) > 0);
        case 12, 13 -> {
          SteppedRequest one = any(running);
          stepped.decideAtBorder(one);
          obvious.decide(obvious.job(one), stepped.nowNanos);
        }
        case 14 -> {
          isNews = true;
          stepped.allocator.publishLoad();
          stepped.dispatch();
        }
        default -> {
          isNews = true;
          policy = DrawnPolicy.drawn(random);
          Allocator.Service service = service();
          stepped.change(policy, service);
          obvious.change(policy, service);
          policyChanges++;
        }
      }
    }

    private void giveUp(SteppedRequest gone) {
      stepped.giveUp(gone);
      obvious.giveUp(gone);
    }

    private void end(SteppedRequest gone) {
      isNews = true;
      stepped.end(gone);
      obvious.end(gone);
    }

    private void check(String when) {
      var allocator = stepped.allocator;
      var running = new ArrayList<SteppedRequest>();
      for (ObviousAllocator.Job job : obvious.running) {
        SteppedRequest request = job.request;
        running.add(request);
        assertThat(request.threads()).as("%s: threads of %s", when, request).isEqualTo(job.threads);
        assertThat(request.decidedDegree())
            .as("%s: degree of %s", when, request)
            .isEqualTo(job.degree);
        assertThat(request.threadLimit()).as("%s: share of %s", when, request).isEqualTo(job.share);
        assertThat(request.isBoosted()).as("%s: %s", when, request).isEqualTo(job.isBoosted);
      }
      assertThat(stepped.policyChanges).as(when).isEqualTo(policyChanges);
      assertThat(allocator.running()).as(when).containsExactlyElementsOf(running);
      assertThat(allocator.queue().all()).as(when).isEqualTo(obvious.waiting());
      assertThat(allocator.busy()).as(when).isEqualTo(obvious.busy());
      assertThat(allocator.boostedThreads()).as(when).isEqualTo(obvious.boostedThreads());
      assertThat(stepped.boosted).as(when).isEqualTo(obvious.boosted);
      assertThat(allocator.load()).as(when).isEqualTo(obvious.load());
      assertThat(allocator.admissionNanos()).as(when).isEqualTo(obvious.admissionNanos);
      Load news = allocator.publishedLoad();
      assertThat(news.requests()).as(when).isEqualTo(allocator.load().requests());
      assertThat(news.waiting()).as(when).isEqualTo(allocator.load().waiting());
      assertThat(news.memory()).as(when).isEqualTo(allocator.load().memory());
    }
  }
}
