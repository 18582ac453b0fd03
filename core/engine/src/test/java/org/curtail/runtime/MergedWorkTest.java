package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.random.RandomGenerator;
import org.curtail.Policy;
import org.curtail.policy.FixedDegree;
import org.curtail.policy.Sequential;
import org.curtail.testkit.Cases;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class MergedWorkTest {
  private static final SharedWork.Checkpoint NOTHING_DUE =
      new SharedWork.Checkpoint() {
        @Override
        public void pass() {}

        @Override
        public boolean isOver() {
          return false;
        }

        @Override
        public void enough() {}
      };

  private final ManualClock clock = new ManualClock();
  private final Curtail one =
      Curtail.with(new Sequential()).cores(1).threads(1).clock(clock).start();

  @AfterEach
  void close() {
    one.close();
  }

  @Test
  void theResultOfTheShortestUseIsThatOfALoop() throws Exception {
    assertThat(one.run(SharedWork.of(100, chunk -> chunk, Integer::sum))).isEqualTo(4950);
    assertThat(one.submit(SharedWork.of(4, chunk -> 0.5 * chunk, Double::sum)).get()).isEqualTo(3);
  }

  @Test
  void oneChunkIsItsPartAndNoneIsWhatWasSaidOfNone() throws Exception {
    BinaryOperator<String> never =
        (a, b) -> {
          throw new AssertionError("nothing to merge");
        };
    assertThat(one.run(SharedWork.of(1, chunk -> "only", never))).isEqualTo("only");
    assertThat(one.run(SharedWork.of(1, "none", chunk -> "only", never))).isEqualTo("only");
    assertThat(one.run(SharedWork.of(0, "none", chunk -> "only", never))).isEqualTo("none");
  }

  @Test
  void numbersOfChunksHaveLimits() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedWork.of(0, chunk -> 1, Integer::sum))
        .withMessageContaining("between 1 and")
        .withMessageContaining("of(0, empty, ...)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedWork.of(-1, 0, chunk -> 1, Integer::sum))
        .withMessageContaining("between 0 and");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> SharedWork.of(SharedWork.MOST_CHUNKS + 1, chunk -> 1, Integer::sum));
  }

  @Test
  void aCheckedExceptionOfAChunkIsWhatTheRequestFailsWith() throws Exception {
    var lost = new IOException("disk gone");
    assertThatThrownBy(() ->
            one.run(
                SharedWork.of(
                    5,
                    chunk -> {
                      if (chunk == 3) {
                        throw lost;
                      }
                      return chunk;
                    },
                    Integer::sum)))
        .isInstanceOf(ExecutionException.class)
        .hasCause(lost);
  }

  @Test
  @SuppressWarnings("NullAway") // What must not be done.
  void nullFailsWithTheChunkThatReturnedIt() {
    assertThatThrownBy(
            () -> one.run(SharedWork.<String>of(3, chunk -> chunk == 1 ? null : "x", (a, b) -> a)))
        .hasRootCauseMessage("chunk 1 returned null");
    assertThatThrownBy(() -> one.run(SharedWork.<String>of(3, chunk -> "x", (a, b) -> null)))
        .hasRootCauseMessage("merge returned null");
  }

  @Test
  void aSecondSubmissionFailsAndSaysWhatToDo() throws Exception {
    MergedWork<Integer> work = SharedWork.of(3, chunk -> chunk, Integer::sum);
    assertThat(one.run(work)).isEqualTo(3);
    assertThatThrownBy(() -> one.run(work))
        .hasRootCauseInstanceOf(IllegalStateException.class)
        .hasRootCauseMessage(
            "this work was submitted before; make one with SharedWork.of for each request");
  }

  /** Ten chunks, the fifth of which takes until after the deadline. */
  private Ticket<String> runningIntoItsDeadline(boolean partial) {
    MergedWork<String> work =
        SharedWork.of(
            10,
            chunk -> {
              clock.advanceMillis(chunk == 4 ? 100 : 0);
              return "" + chunk;
            },
            String::concat);
    return one.submit(
        partial ? work.allowPartial() : work, RequestOptions.NONE.within(Duration.ofMillis(50)));
  }

  @Test
  void atTheDeadlineThereIsNoResultUnlessAPartOfItIsAllowed() throws Exception {
    Ticket<String> whole = runningIntoItsDeadline(false);
    assertThatThrownBy(whole::get).hasCauseInstanceOf(DeadlineExceededException.class);
    assertThat(whole.timeline().outcome()).isEqualTo(Outcome.EXPIRED);

    Ticket<String> part = runningIntoItsDeadline(true);
    assertThat(part.get()).isEqualTo("01234");
    assertThat(part.timeline().outcome()).isEqualTo(Outcome.PARTIAL);
    assertThat(part.timeline().chunks()).isEqualTo(5);
  }

  @Test
  void aPartIsMergedAsSoonAsAllBeforeItAre() throws Exception {
    var merges = new ArrayList<String>();
    MergedWork<String> work =
        SharedWork.of(
            5,
            chunk -> "" + chunk,
            (a, b) -> {
              merges.add(a + "+" + b);
              return a + b;
            });
    work.begin(1);
    for (int chunk : new int[] {2, 0, 3}) {
      work.run(work, chunk, NOTHING_DUE);
    }
    assertThat(merges).isEmpty();
    work.run(work, 1, NOTHING_DUE);
    assertThat(merges).containsExactly("0+1", "01+2", "012+3");
    work.run(work, 4, NOTHING_DUE);
    assertThat(work.complete(List.of(work))).isEqualTo("01234");
  }

  @Test
  void inWhicheverOrderChunksEndTheResultIsTheLoops() {
    Cases.random(
        50,
        500,
        random -> {
          int chunks = 1 + random.nextInt(40);
          double[] parts = random.doubles(chunks, -1e9, 1e9).toArray();
          var order = new ArrayList<Integer>();
          for (int chunk = 0; chunk < chunks; chunk++) {
            order.add(chunk);
          }
          Collections.shuffle(order, java.util.Random.from(random));
          MergedWork<Double> work = SharedWork.of(chunks, chunk -> parts[chunk], Double::sum);
          work.begin(1);
          for (int chunk : order) {
            work.run(work, chunk, NOTHING_DUE);
          }
          assertThat(work.complete(List.of(work))).isEqualTo(loop(parts));
        });
  }

  private static double loop(double[] parts) {
    double sum = parts[0];
    for (int chunk = 1; chunk < parts.length; chunk++) {
      sum += parts[chunk];
    }
    return sum;
  }

  @Test
  void onAnyNumberOfThreadsAndByAnyPolicyTheResultIsTheLoops() {
    Cases.random(
        60,
        Cases.count(50, 150),
        random -> {
          int threads = 1 + random.nextInt(8);
          try (Curtail engine = Curtail.with(policy(random)).threads(threads).start()) {
            for (int request = 0; request < 4; request++) {
              likeTheLoop(engine, random);
            }
          }
        });
  }

  private static Policy policy(RandomGenerator random) {
    return switch (random.nextInt(3)) {
      case 0 -> new Sequential();
      case 1 -> new FixedDegree(1 + random.nextInt(6));
      default -> HashedPolicy.drawn(random);
    };
  }

  /** Sums that depend on the order of addition, and lists that change when merged. */
  private static void likeTheLoop(Curtail engine, RandomGenerator random) throws Exception {
    int chunks = random.nextInt(200);
    double[] parts = random.doubles(chunks, -1e9, 1e9).toArray();
    int[] lengths = random.ints(chunks, 0, 2_000).toArray();
    var calls = new AtomicInteger();
    MergedWork<Double> sum =
        SharedWork.of(
            chunks,
            0.0,
            chunk -> {
              spin(lengths[chunk]);
              calls.incrementAndGet();
              return parts[chunk];
            },
            Double::sum);
    Ticket<Double> ticket = engine.submit(sum);
    var expected = new ArrayList<Integer>();
    for (int chunk = 0; chunk < chunks; chunk++) {
      expected.add(chunk);
    }
    List<Integer> all =
        engine.run(
            SharedWork.of(
                chunks,
                new ArrayList<Integer>(),
                chunk -> {
                  spin(lengths[chunk]);
                  return new ArrayList<>(List.of(chunk));
                },
                (left, right) -> {
                  left.addAll(right);
                  return left;
                }));
    assertThat(all).isEqualTo(expected);
    assertThat(ticket.get()).isEqualTo(chunks == 0 ? 0.0 : loop(parts));
    assertThat(calls).hasValue(chunks);
  }

  private static void spin(int times) {
    for (int i = 0; i < times; i++) {
      Thread.onSpinWait();
    }
  }

  @Test
  void atTheDeadlineThePartIsThatOfTheFirstChunksOnManyThreadsToo() {
    Cases.random(
        70,
        40,
        random -> {
          var moving = new ManualClock();
          int degree = 2 + random.nextInt(3);
          int late = random.nextInt(50);
          var reached = new CountDownLatch(1);
          try (Curtail engine =
              Curtail.with(new FixedDegree(degree)).threads(degree).clock(moving).start()) {
            MergedWork<List<Integer>> work =
                SharedWork.of(
                    100_000,
                    chunk -> {
                      if (chunk == late) {
                        moving.advanceMillis(100);
                        reached.countDown();
                      } else if (chunk > late) {
                        reached.await();
                      }
                      return new ArrayList<>(List.of(chunk));
                    },
                    (left, right) -> {
                      left.addAll(right);
                      return left;
                    });
            Ticket<List<Integer>> ticket =
                engine.submit(
                    work.allowPartial(), RequestOptions.NONE.within(Duration.ofMillis(50)));
            List<Integer> parts = ticket.get();
            assertThat(ticket.timeline().outcome()).isEqualTo(Outcome.PARTIAL);
            assertThat(parts).hasSize(ticket.timeline().chunks()).hasSizeGreaterThan(late);
            for (int chunk = 0; chunk < parts.size(); chunk++) {
              assertThat(parts.get(chunk)).isEqualTo(chunk);
            }
          }
        });
  }

  @Test
  @SuppressWarnings("NullAway") // That is what is tested.
  void functionsThatAreMissingAreRefusedBeforeTheRequestIsSubmitted() {
    assertThatNullPointerException()
        .isThrownBy(() -> SharedWork.<Integer>of(3, null, Integer::sum))
        .withMessage("perChunk");
    assertThatNullPointerException()
        .isThrownBy(() -> SharedWork.of(3, chunk -> chunk, null))
        .withMessage("merge");
  }
}
