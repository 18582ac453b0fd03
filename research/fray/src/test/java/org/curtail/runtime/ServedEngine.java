package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** An engine with its own threads on virtual time, and the conditions after its close. */
final class ServedEngine {
  private static final int CHUNKS = 3;

  final Curtail curtail;
  private final Map<Long, AtomicInteger> ends = new ConcurrentHashMap<>();
  private final List<Thread> pool = new ArrayList<>();
  private final List<Thread> users = new ArrayList<>();

  /** Result of a request. */
  enum End {
    SERVED,
    CANCELLED,
    TOO_LATE,
    REFUSED
  }

  /** Makes a request and waits for it. */
  interface Request {
    int result() throws Exception;
  }

  /** Chunks counted twice: globally, and by each worker. */
  static final class Counted implements SharedWork<int[], Integer> {
    final AtomicIntegerArray runs = new AtomicIntegerArray(CHUNKS);

    @Override
    public int chunks() {
      return runs.length();
    }

    @Override
    public int[] join() {
      return new int[1];
    }

    @Override
    public boolean workersMove() {
      return true;
    }

    @Override
    public void run(int[] worker, int chunk, Checkpoint checkpoint) {
      worker[0]++;
      runs.incrementAndGet(chunk);
    }

    @Override
    public Integer complete(List<int[]> workers) {
      return workers.stream().mapToInt(worker -> worker[0]).sum();
    }

    /** Number of runs of the chunk that ran most often. */
    private int mostRuns() {
      int most = 0;
      for (int i = 0; i < CHUNKS; i++) {
        most = Math.max(most, runs.get(i));
      }
      return most;
    }
  }

  ServedEngine(Setup setup) {
    curtail =
        setup
            .clock(() -> System.nanoTime())
            .boosting(Boosting.OFF)
            .listener(
                new RequestListener() {
                  @Override
                  public void ended(long request, Timeline timeline) {
                    ends.computeIfAbsent(request, none -> new AtomicInteger()).incrementAndGet();
                  }
                })
            .unrecorded()
            .startWithoutThreads();
    curtail.startThreads(this::ofPool, "pool");
  }

  private Thread ofPool(Runnable body) {
    var thread = new Thread(body);
    pool.add(thread);
    return thread;
  }

  /** Starts a thread of a user. */
  void user(Runnable body) {
    var thread = new Thread(body);
    users.add(thread);
    thread.start();
  }

  /** Submits a request from another thread and waits for it. */
  void submitter() {
    user(this::submitted);
  }

  End submitted() {
    var work = new Counted();
    return end(work, () -> curtail.submit(work).get());
  }

  /** Runs a request on this thread. */
  End ran() {
    return ran(RequestOptions.NONE);
  }

  End ran(RequestOptions options) {
    var work = new Counted();
    return end(work, () -> curtail.run(work, options));
  }

  /** Checks that a request is complete, or has ended with a matching outcome. */
  static End end(Counted work, Request request) {
    End end = endOf(request);
    assertThat(work.mostRuns()).as("runs of a chunk").isLessThanOrEqualTo(1);
    return end;
  }

  private static End endOf(Request request) {
    try {
      assertThat(request.result()).isEqualTo(CHUNKS);
      return End.SERVED;
    } catch (CancellationException e) {
      return End.CANCELLED;
    } catch (OverloadedException e) {
      return End.REFUSED;
    } catch (RejectedExecutionException e) {
      return End.REFUSED;
    } catch (ExecutionException e) {
      assertThat(e).hasCauseInstanceOf(DeadlineExceededException.class);
      return End.TOO_LATE;
    } catch (Exception e) {
      throw new AssertionError("no end that a request may have", e);
    }
  }

  /** Waits for the users, closes the engine, and checks that nothing is left. */
  void end() throws InterruptedException {
    for (Thread user : users) {
      user.join();
    }
    curtail.close();
    for (Thread thread : pool) {
      assertThat(thread.isAlive()).as("a thread of the pool lives on").isFalse();
    }
    assertThat(curtail.threadsBusy()).isZero();
    assertThat(curtail.engine().load().waiting()).isZero();
    assertThat(ends.values()).allMatch(count -> count.get() == 1);
  }
}
