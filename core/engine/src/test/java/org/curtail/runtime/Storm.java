package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.LongAdder;

/** An engine, requests from many threads at once, and the count of how they ended. */
final class Storm {
  final Curtail curtail;
  private final LongAdder arrived = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder ended = new LongAdder();
  private final Queue<Throwable> wrongs = new ConcurrentLinkedQueue<>();
  private final Queue<Ticket<Integer>> tickets = new ConcurrentLinkedQueue<>();

  Storm(Setup setup) {
    curtail =
        setup
            .listener(
                new RequestListener() {
                  @Override
                  public void arrived(long request, long atNanos, RequestOptions options) {
                    arrived.increment();
                  }

                  @Override
                  public void refused(long request, long atNanos) {
                    refused.increment();
                  }

                  @Override
                  public void ended(long request, Timeline timeline) {
                    ended.increment();
                  }
                })
            .start();
    if (setup.settings().overload() == Overload.WAIT) {
      requireRoom(setup.settings().queueLimit());
    }
  }

  /** With a wrong limit a storm would wait for ever: so a full queue is counted first. */
  private void requireRoom(int limit) {
    var release = new CountDownLatch(1);
    int taken = 0;
    Thread.currentThread().interrupt(); // Refused where it would wait.
    try {
      while (true) {
        curtail.submit(new RecordedWork(1, chunk -> release.await()));
        taken++;
      }
    } catch (OverloadedException e) {
      assertThat(curtail.metrics().gauges().waiting()).isEqualTo(limit);
    } finally {
      Thread.interrupted();
      release.countDown();
    }
    while (ended.sum() < taken) {
      Thread.onSpinWait();
    }
    arrived.reset();
    refused.reset();
    ended.reset();
  }

  /** The repeated action of one submitter. */
  interface Act {
    void by(Random random) throws Exception;
  }

  /** Runs it on so many threads at the same time, virtual or not. */
  void by(int threads, int timesEach, boolean virtual, Act act) throws InterruptedException {
    var all = new ArrayList<Thread>();
    for (int i = 0; i < threads; i++) {
      int seed = i;
      Runnable body =
          () -> {
            var random = new Random(seed);
            try {
              for (int time = 0; time < timesEach; time++) {
                act.by(random);
              }
            } catch (Throwable e) {
              wrongs.add(e);
            }
          };
      all.add(virtual ? Thread.ofVirtual().start(body) : Thread.ofPlatform().start(body));
    }
    for (Thread thread : all) {
      thread.join();
    }
  }

  Ticket<Integer> submit(RecordedWork work, RequestOptions options) {
    Ticket<Integer> ticket = curtail.submit(work, options);
    tickets.add(ticket);
    return ticket;
  }

  /** Closes the engine. Every submitted request has then ended exactly once. */
  void settle() {
    curtail.close();
    assertThat(wrongs).isEmpty();
    assertThat(tickets).allMatch(Ticket::isDone);
    assertThat(ended.sum() + refused.sum()).isEqualTo(arrived.sum());
    assertThat(curtail.threadsBusy()).isZero();
  }
}
