package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests by a policy: starts them, adds threads while they run, and gives the threads
 * back.
 *
 * <pre>{@code
 * try (Curtail curtail = Curtail.with(new FewToMany(table)).start()) {
 *   Ticket<TopDocs> ticket = curtail.submit(work);   // pool threads serve it
 *   TopDocs other = curtail.run(otherWork);          // this thread serves it, pool threads may help
 * }
 * }</pre>
 *
 * <p>Assumptions: chunks are computation. A chunk may {@link #run} another request, which its
 * thread then serves alone; one that waits for the ticket of a request it submitted can deadlock.
 *
 * <p>Guarantees: every request ends exactly once, with a result or with its first failure; no chunk
 * is lost or run twice; never more threads serve requests than the policy's {@link Policy#threads}.
 * Requests start in order of arrival. A failing request fails alone.
 *
 * <p>Progress: claiming a chunk takes no lock and cannot wait. There is no timer thread: requests
 * schedule themselves at chunk borders, and only a thread that has nothing else to do waits for a
 * moment to come. Safe for all threads.
 */
public final class Curtail implements AutoCloseable {
  private final Dispatcher dispatcher;
  private final NanoClock clock;
  private final List<Worker> workers = new ArrayList<>();
  private final int threads;

  private Curtail(Setup setup) {
    this.clock = setup.clock;
    this.threads = setup.threads();
    this.dispatcher = new Dispatcher(setup.policy, setup.cores, threads, clock);
    for (int i = 0; i < threads; i++) {
      workers.add(new Worker(dispatcher, clock, setup.name + "-" + i));
    }
    workers.forEach(dispatcher::add);
    workers.forEach(Worker::start);
  }

  /** An engine for this policy, to be set up and started. */
  public static Setup with(Policy policy) {
    return new Setup(policy);
  }

  /** What an engine needs besides its policy; every setting has a default. */
  public static final class Setup {
    private final Policy policy;
    private int cores = Runtime.getRuntime().availableProcessors();
    private NanoClock clock = NanoClock.SYSTEM;
    private String name = "curtail";

    /** 0 for the default. */
    private int unlimitedThreads;

    private Setup(Policy policy) {
      this.policy = policy;
    }

    /**
     * Cores that the service may use; default all of the machine.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public Setup cores(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("cores must be at least 1: " + count);
      }
      cores = count;
      return this;
    }

    /**
     * Threads for a policy that wants {@link Policy#UNLIMITED}; default two per core, as the papers
     * have it (EuroSys'13, section 6.1), and at least the policy's greatest degree. Other policies
     * say themselves how many they want.
     *
     * @throws IllegalArgumentException if less than 1
     */
    public Setup threads(int count) {
      if (count < 1) {
        throw new IllegalArgumentException("threads must be at least 1: " + count);
      }
      unlimitedThreads = count;
      return this;
    }

    private int threads() {
      int wanted = policy.threads(cores);
      if (wanted < 1) {
        throw new IllegalArgumentException(
            "policy " + policy + " wants " + wanted + " threads; at least 1 is needed");
      }
      if (wanted < Policy.UNLIMITED) {
        return wanted;
      }
      return unlimitedThreads > 0 ? unlimitedThreads : Math.max(2 * cores, policy.maxDegree());
    }

    /** Where the time comes from; default the machine's monotonic clock. */
    public Setup clock(NanoClock source) {
      clock = source;
      return this;
    }

    /** Prefix of the threads' names; default {@code curtail}. */
    public Setup name(String prefix) {
      name = prefix;
      return this;
    }

    /**
     * Starts the engine and its threads.
     *
     * @throws IllegalArgumentException if the policy needs predictions, which nobody gives here, is
     *     malleable, boosts, or wants no thread
     */
    public Curtail start() {
      if (policy.needsPrediction()) {
        throw new IllegalArgumentException(
            "policy " + policy + " needs predictions of demand; no request brings one");
      }
      if (policy.isMalleable()) {
        throw new IllegalArgumentException(
            "policy " + policy + " takes threads away from requests; the engine only adds them");
      }
      if (policy.boosts()) {
        throw new IllegalArgumentException(
            "policy " + policy + " boosts threads; the engine cannot");
      }
      return new Curtail(this);
    }
  }

  /** Threads that may serve requests at the same time. */
  public int threads() {
    return threads;
  }

  /** Threads that serve requests at this moment. */
  public int threadsBusy() {
    return dispatcher.load().threads();
  }

  /**
   * Hands a request over to the pool.
   *
   * @throws java.util.concurrent.RejectedExecutionException if the engine is closed
   */
  public <R> Ticket<R> submit(SharedWork<?, R> work) {
    return arrive(work, null).ticket();
  }

  private <W, R> Request<W, R> arrive(SharedWork<W, R> work, @Nullable Thread caller) {
    var request = new Request<>(work, dispatcher, clock.nanoTime(), caller);
    dispatcher.arrive(request);
    return request;
  }

  /**
   * Serves a request on this thread as soon as the policy admits it, with the pool's help as the
   * policy adds threads. At degree 1 no other thread is involved.
   *
   * @return its result
   * @throws ExecutionException if it failed; the cause is the first exception that its work threw
   * @throws InterruptedException if this thread is interrupted while it waits; a request that has
   *     not started is withdrawn, one that runs is stopped at the next chunk border
   * @throws java.util.concurrent.RejectedExecutionException if the engine is closed
   */
  public <R> R run(SharedWork<?, R> work) throws InterruptedException, ExecutionException {
    if (dispatcher.isServing()) {
      return runInline(work);
    }
    Request<?, R> request = arrive(work, Thread.currentThread());
    awaitStart(request);
    dispatcher.serve(request, true, null);
    Ticket<R> ticket = request.ticket();
    try {
      return ticket.get();
    } catch (InterruptedException e) {
      request.fail(e);
      awaitEnd(ticket);
      throw e;
    }
  }

  /** Helpers stop at their next chunk border; until then they use what the caller lent them. */
  private static void awaitEnd(Ticket<?> ticket) {
    while (!ticket.isDone()) {
      try {
        ticket.get();
      } catch (InterruptedException e) {
        // The caller is told by the first interruption already.
      } catch (ExecutionException e) {
        return;
      }
    }
  }

  /**
   * A request from inside a request: were it to queue for a thread while this one is held, all
   * threads could end up waiting for each other.
   */
  private <W, R> R runInline(SharedWork<W, R> work) throws ExecutionException {
    try {
      work.begin();
      W worker = work.join();
      int chunks = work.chunks();
      for (int chunk = 0; chunk < chunks; chunk++) {
        work.run(worker, chunk, () -> {});
      }
      return work.complete(List.of(worker));
    } catch (Throwable t) {
      throw new ExecutionException(t);
    }
  }

  private void awaitStart(Request<?, ?> request) throws InterruptedException {
    while (!request.started) {
      long atNanos = request.wakeAtNanos;
      if (atNanos == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        long leftNanos = atNanos - clock.nanoTime();
        if (leftNanos > 0) {
          LockSupport.parkNanos(this, leftNanos);
        } else {
          request.wakeAtNanos = Long.MAX_VALUE;
          dispatcher.lookAgain();
        }
      }
      if (Thread.interrupted()) {
        var interruption = new InterruptedException("interrupted before the request started");
        if (!dispatcher.withdraw(request)) {
          request.fail(interruption);
          dispatcher.serve(request, true, null);
        }
        throw interruption;
      }
    }
  }

  /**
   * Refuses new requests, waits until all others have ended, and ends the pool's threads.
   *
   * @throws IllegalStateException if called from inside a request, which would wait for itself
   */
  @Override
  public void close() {
    if (dispatcher.isServing()) {
      throw new IllegalStateException("a request cannot close the engine that serves it");
    }
    dispatcher.close();
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (true) {
        try {
          worker.stop();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
