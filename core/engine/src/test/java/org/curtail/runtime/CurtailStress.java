package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.IntervalTable;
import org.curtail.Policy;
import org.curtail.policy.Adaptive;
import org.curtail.policy.FewToMany;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many requests of random shapes from many threads; what must hold is checked from outside. */
@Timeout(300)
class CurtailStress {
  private static final int ROUNDS_OF_REQUESTS = 400;

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void everyRequestEndsOnceAndEveryChunkRunsOnce(long seed) throws Exception {
    var random = new Random(seed);
    int cores = 1 + random.nextInt(4);
    Policy policy = policy(random);
    var serving = new AtomicInteger();
    var mostServing = new AtomicInteger();
    String label = "seed " + seed + ", " + policy + ", cores " + cores;
    Curtail curtail = Curtail.with(policy).cores(cores).start();
    var works = new ArrayList<RecordedWork>();
    var tickets = new ArrayList<Ticket<Integer>>();
    var callers = new ArrayList<Thread>();
    var callerFailures = new AtomicInteger();
    for (int i = 0; i < ROUNDS_OF_REQUESTS; i++) {
      int chunks = random.nextInt(40);
      int failAt = random.nextInt(10) == 0 ? random.nextInt(40) : Integer.MAX_VALUE;
      int spins = random.nextInt(2000);
      var work =
          new RecordedWork(
              chunks,
              chunk -> {
                mostServing.accumulateAndGet(serving.incrementAndGet(), Math::max);
                try {
                  for (int spin = 0; spin < spins; spin++) {
                    Thread.onSpinWait();
                  }
                  if (chunk == failAt) {
                    throw new IllegalArgumentException("chunk " + chunk);
                  }
                } finally {
                  serving.decrementAndGet();
                }
              });
      if (random.nextInt(3) == 0) {
        Thread caller =
            new Thread(() -> {
              try {
                int result = curtail.run(work);
                if (result != chunks) {
                  callerFailures.incrementAndGet();
                }
              } catch (ExecutionException e) {
                if (failAt >= chunks) {
                  callerFailures.incrementAndGet();
                }
              } catch (InterruptedException e) {
                callerFailures.incrementAndGet();
              }
            });
        callers.add(caller);
        caller.start();
        tickets.add(null);
      } else {
        tickets.add(curtail.submit(work));
      }
      works.add(work);
      if (random.nextInt(20) == 0) {
        Thread.sleep(1);
      }
    }
    for (Thread caller : callers) {
      caller.join();
    }
    for (int i = 0; i < works.size(); i++) {
      RecordedWork work = works.get(i);
      if (tickets.get(i) != null) {
        try {
          assertThat(tickets.get(i).get()).as(label).isEqualTo(work.chunks());
        } catch (ExecutionException e) {
          assertThat(e).as(label).hasRootCauseInstanceOf(IllegalArgumentException.class);
          continue;
        }
        assertThat(work.completed).as(label).hasValue(1);
      }
      for (int chunk = 0; chunk < work.chunks(); chunk++) {
        assertThat(work.runs.get(chunk)).as(label).isLessThanOrEqualTo(1);
      }
      assertThat(work.mostAtOnce.get()).as(label).isLessThanOrEqualTo(policy.maxDegree());
    }
    curtail.close();
    assertThat(callerFailures).as(label).hasValue(0);
    assertThat(mostServing.get()).as(label).isLessThanOrEqualTo(policy.threads(cores));
    assertThat(curtail.threadsBusy()).as(label).isZero();
  }

  private static Policy policy(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(4));
      case 2 -> new Adaptive(List.of(3.0, 2.0, 1.5));
      default -> {
        var rows = new ArrayList<IntervalTable.Row>();
        for (int load = 1; load <= 4; load++) {
          double admissionMs = random.nextInt(2) * 0.1;
          double secondMs = admissionMs + random.nextInt(3) * 0.05;
          rows.add(
              new IntervalTable.Row(
                  load, List.of(admissionMs, secondMs, secondMs + 0.05), 1, 1, load));
        }
        yield new FewToMany(
            new IntervalTable(2, 5, 3, 99, 0.05, List.of(1, 2, 3), rows, 1 + random.nextInt(5)));
      }
    };
  }
}
