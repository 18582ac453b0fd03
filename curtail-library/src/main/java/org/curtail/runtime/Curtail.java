package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests by a policy: starts them, adds threads while they run, takes them away again if
 * the policy is malleable, and gives the threads back.
 *
 * <pre>{@code
 * try (Curtail curtail = Curtail.with(new FewToMany(table)).start()) {
 *   Ticket<TopDocs> ticket = curtail.submit(work);   // pool threads serve it
 *   TopDocs other = curtail.run(otherWork);          // this thread serves it, pool threads may help
 *   curtail.submit(work, RequestOptions.NONE.within(Duration.ofMillis(200))).completion().thenAccept(...);
 * }
 * }</pre>
 *
 * <p>Assumptions: chunks are computation. A chunk may {@link #run} another request, which its
 * thread then serves alone; one that waits for the ticket of a request it submitted can deadlock.
 *
 * <p>Guarantees: every request ends exactly once, with one of the {@linkplain Outcome outcomes}; no
 * chunk is lost or run twice; never more threads serve requests than the policy's {@link
 * Policy#threads}, but for those that serve alone ({@link Overload#RUN_SEQUENTIALLY}) or rescue who
 * waits for the {@link #executor}. Requests of a class start in order of arrival, unless the policy
 * reorders them. A failing request fails alone, a policy or listener that throws is reported once
 * and not called again.
 *
 * <p>Progress: claiming a chunk takes no lock and cannot wait. There is no timer thread: requests
 * schedule themselves at chunk borders, and only a thread that has nothing else to do waits for a
 * moment to come. A chunk that is stuck keeps its own thread and request, and nothing else.
 *
 * <p>Safe for all threads, platform or virtual; the pool's are platform threads.
 */
public final class Curtail implements AutoCloseable {
  private final Dispatcher dispatcher;
  private final List<Worker> workers = new ArrayList<>();
  private final int threads;
  private final boolean needsPrediction;
  private final String boosting;
  private final HeldExecutor executor;

  // What closing does; made beforehand, since memory may be short then.
  private final Runnable cancelling;
  private final Runnable abandoning;
  private final Runnable settling;

  /** Null without threads, or where there is no Flight Recorder. */
  private @Nullable FlightLoad loadEvents;

  private Curtail(Setup setup) {
    this.threads = setup.threads();
    this.dispatcher = new Dispatcher(setup, threads);
    this.needsPrediction = setup.policy.traits().needsPrediction();
    this.executor = new HeldExecutor(this, dispatcher);
    this.cancelling = dispatcher::cancelAll;
    this.abandoning = dispatcher::abandonAll;
    this.settling = dispatcher::settle;
    this.boosting = setup.policy.traits().boosts() ? setup.boosting.description() : "not wanted";
    for (int i = 0; i < threads; i++) {
      workers.add(Worker.ofPool(dispatcher, setup.spinNanos()));
    }
    workers.forEach(dispatcher::add);
  }

  /** An engine for this policy, to be set up and started. */
  public static Setup with(Policy policy) {
    return new Setup(requireNonNull(policy, "policy"));
  }

  /** What an engine needs besides its policy; every setting has a default. */
  public static final class Setup {
    private static final int DEFAULT_QUEUE_LIMIT = 10_000;

    /**
     * Where a short spin costs nobody much, since other cores are there. On two busy cores a
     * submitter may get its core back only when the spin is over (HandOffBenchmark).
     */
    private static final int LEAST_CORES_TO_SPIN = 4;

    private static final long DEFAULT_SPIN_NANOS = 10_000;

    private final Policy policy;
    private final List<RequestListener> listeners = new ArrayList<>();
    private int cores = Runtime.getRuntime().availableProcessors();
    private NanoClock clock = NanoClock.SYSTEM;
    private String name = "curtail";
    private @Nullable ThreadFactory threadFactory;
    private int queueLimit = DEFAULT_QUEUE_LIMIT;
    private Overload overload = Overload.REJECT;
    private Boosting boosting = Boosting.GATE;

    private boolean isRecorded = true;

    /** -1 for the default. */
    private long spinNanos = -1;

    /** 0 for the default. */
    private int unlimitedThreads;

    private Setup(Policy policy) {
      this.policy = policy;
    }

    /**
     * Cores that the service may use; default all that the JVM sees. Policies read them as {@link
     * org.curtail.Load#cores}; a table is to be planned for as many. No thread is pinned to a core.
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

    /** Where the time comes from; default the machine's monotonic clock. */
    public Setup clock(NanoClock source) {
      clock = requireNonNull(source, "clock");
      return this;
    }

    /** Prefix of the threads' names; default {@code curtail}. */
    public Setup name(String prefix) {
      name = requireNonNull(prefix, "name");
      return this;
    }

    /** Who makes the pool's threads; default daemon threads named after {@link #name}. */
    public Setup threadFactory(ThreadFactory factory) {
      threadFactory = requireNonNull(factory, "threadFactory");
      return this;
    }

    /**
     * How many requests may wait to be admitted; default 10,000. At least one may where {@link
     * Overload#WAIT} is chosen.
     *
     * @throws IllegalArgumentException if negative
     */
    public Setup queueLimit(int requests) {
      if (requests < 0) {
        throw new IllegalArgumentException("queueLimit must not be negative: " + requests);
      }
      queueLimit = requests;
      return this;
    }

    /** What happens to a request that finds so many waiting; default {@link Overload#REJECT}. */
    public Setup whenFull(Overload behaviour) {
      overload = requireNonNull(behaviour, "whenFull");
      return this;
    }

    /** How requests are boosted if the policy boosts; default {@link Boosting#GATE}. */
    public Setup boosting(Boosting kind) {
      boosting = requireNonNull(kind, "boosting");
      return this;
    }

    /**
     * Somebody who wants to know what happens to requests; any number of them. They are called on
     * the threads that submit and serve requests.
     */
    public Setup listener(RequestListener listener) {
      listeners.add(requireNonNull(listener, "listener"));
      return this;
    }

    /**
     * For how long a thread without work looks for some before it goes to sleep; 0 for not at all.
     * Spinning saves the time it takes to wake a thread up and costs a core meanwhile. By default
     * 10 us where there are at least 4 cores.
     *
     * @throws IllegalArgumentException if negative
     */
    public Setup spin(Duration time) {
      if (time.isNegative()) {
        throw new IllegalArgumentException("spin must not be negative: " + time);
      }
      spinNanos = time.toNanos();
      return this;
    }

    /**
     * Starts the engine and its threads. Warns, through the {@code System.Logger} named {@code
     * org.curtail}, if the policy was {@linkplain Policy#plannedCores planned} for another number
     * of cores or the machine has fewer than {@link #cores} says.
     *
     * @throws IllegalArgumentException if the policy wants no thread, or gives requests none
     */
    public Curtail start() {
      Rehearsal.once();
      Curtail curtail = startWithoutThreads();
      CoresCheck.of(name, policy, cores);
      ThreadFactory given = threadFactory;
      ThreadFactory factory = given == null ? daemons() : given;
      curtail.startThreads(factory, name);
      return curtail;
    }

    /** Nothing of it is told to the Flight Recorder. */
    Setup unrecorded() {
      isRecorded = false;
      return this;
    }

    boolean isRecorded() {
      return isRecorded && FlightRecording.isPossible();
    }

    /** For tests that step the workers by hand. */
    Curtail startWithoutThreads() {
      return new Curtail(this);
    }

    private ThreadFactory daemons() {
      var count = new AtomicInteger();
      return body -> {
        var thread = new Thread(body, name + "-" + count.getAndIncrement());
        thread.setDaemon(true);
        return thread;
      };
    }

    /** Asked once: a policy may change its mind, an engine's pool does not. */
    int threads() {
      if (policy.maxDegree() < 1) {
        throw new IllegalArgumentException(
            "policy "
                + policy
                + " has a greatest degree of "
                + policy.maxDegree()
                + "; expected at least 1");
      }
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

    Policy policy() {
      return policy;
    }

    int cores() {
      return cores;
    }

    NanoClock clock() {
      return clock;
    }

    String name() {
      return name;
    }

    int queueLimit() {
      return queueLimit;
    }

    Overload overload() {
      return overload;
    }

    Boosting boosting() {
      return boosting;
    }

    List<RequestListener> listeners() {
      return listeners;
    }

    long spinNanos() {
      if (spinNanos >= 0) {
        return spinNanos;
      }
      return Runtime.getRuntime().availableProcessors() >= LEAST_CORES_TO_SPIN
          ? DEFAULT_SPIN_NANOS
          : 0;
    }
  }

  private void startThreads(ThreadFactory factory, String name) {
    var threads = new PoolThreads(factory, Worker::serve);
    try {
      workers.forEach(threads::start);
    } catch (Throwable e) {
      workers.forEach(Worker::stop);
      throw e;
    }
    if (FlightRecording.isPossible()) {
      loadEvents = FlightLoad.start(name, dispatcher::gauges);
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

  /** What has been done since the start, and what is being done. Waits for nobody. */
  public Metrics metrics() {
    return dispatcher.metrics();
  }

  /** What is in force for policies that boost, in a few words. */
  public String boosting() {
    return boosting;
  }

  /** This engine for unmodified Lucene 10, and others whose submitters help themselves. */
  public HeldExecutor executor() {
    return executor;
  }

  /** As {@link #submit(SharedWork, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <R> Ticket<R> submit(SharedWork<?, R> work) {
    return submit(work, RequestOptions.NONE);
  }

  /**
   * Hands a request over to the pool.
   *
   * @throws OverloadedException if too many wait already and the engine was set up to reject, or to
   *     wait and this thread is interrupted
   * @throws RejectedExecutionException if the engine is closed
   * @throws IllegalArgumentException if the policy needs a prediction and the options have none
   * @throws NullPointerException if work or options are null
   * @throws StackOverflowError if this thread is near the end of its stack; nothing was submitted
   */
  public <R> Ticket<R> submit(SharedWork<?, R> work, RequestOptions options) {
    StackReserve.toChange();
    Request<?, R> request = request(work, options, null);
    arrive(request, !dispatcher.isServing());
    return request.ticket();
  }

  /** As {@link #run(SharedWork, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <R> R run(SharedWork<?, R> work) throws InterruptedException, ExecutionException {
    return run(work, RequestOptions.NONE);
  }

  /**
   * Serves a request on this thread as soon as the policy admits it, with the pool's help as the
   * policy adds threads. At degree 1 no other thread is involved. Inside another request of this
   * engine it is served at once by this thread alone.
   *
   * @return its result; a partial one if the deadline passed and the work could make it
   * @throws ExecutionException if it failed; the cause is the first exception that its work threw,
   *     or a {@link DeadlineExceededException}
   * @throws InterruptedException if this thread is interrupted while it waits; a request that has
   *     not started is withdrawn, one that runs is stopped at the next chunk border
   * @throws OverloadedException as {@link #submit(SharedWork, RequestOptions)}
   * @throws RejectedExecutionException if the engine is closed
   * @throws IllegalArgumentException as {@link #submit(SharedWork, RequestOptions)}
   * @throws NullPointerException as {@link #submit(SharedWork, RequestOptions)}
   * @throws StackOverflowError as {@link #submit(SharedWork, RequestOptions)}
   */
  public <R> R run(SharedWork<?, R> work, RequestOptions options)
      throws InterruptedException, ExecutionException {
    StackReserve.toServe();
    if (dispatcher.isServing()) {
      // Were it to queue for a thread while this one is held, all could wait for each other.
      Worker caller = Worker.ofCaller(dispatcher);
      Request<?, R> request = request(work, options, caller);
      Shift<?, ?> shift = caller.alone(request);
      tellArrived(request);
      shift.stepAll();
      return request.ticket().get();
    }
    dispatcher.enterService();
    try {
      Own<R> own = begin(work, options);
      return serve(own.request, own.caller);
    } finally {
      dispatcher.leaveService();
    }
  }

  /** A request and the worker of the thread that is to serve it. */
  record Own<R>(Request<?, R> request, Worker caller) {}

  /** What {@link #run} begins with; the caller's worker is to be stepped from then on. */
  <R> Own<R> begin(SharedWork<?, R> work, RequestOptions options) {
    Worker caller = Worker.ofCaller(dispatcher);
    Request<?, R> request = request(work, options, caller);
    caller.wakeAt(request.deadlineNanos);
    // Made before it arrives: from then on it has to be served, though memory may be short.
    var own = new Own<>(request, caller);
    arrive(request, true);
    return own;
  }

  private static <R> R serve(Request<?, R> request, Worker caller)
      throws InterruptedException, ExecutionException {
    Ticket<R> ticket = request.ticket();
    boolean interrupted = false;
    while (caller.hasWork() || (!ticket.isDone() && !caller.hasServed())) {
      if (!caller.stepSurviving()) {
        caller.await();
        if (Thread.interrupted()) {
          interrupted = true;
          request.cancelSurviving();
        }
      }
    }
    while (true) {
      try {
        R result = ticket.get();
        if (!interrupted) {
          return result;
        }
      } catch (InterruptedException e) {
        // Helpers stop at their next chunk border; until then they use what the caller lent them.
        interrupted = true;
        request.cancelSurviving();
        continue;
      } catch (ExecutionException | RuntimeException e) {
        if (!interrupted) {
          throw e;
        }
      }
      throw new InterruptedException("interrupted while the request waited or ran");
    }
  }

  <W, R> Request<W, R> request(
      SharedWork<W, R> work, RequestOptions options, @Nullable Worker caller) {
    requireNonNull(work, "work");
    requireNonNull(options, "options");
    if (needsPrediction && !options.prediction().isKnown()) {
      throw new IllegalArgumentException(
          "the policy needs a prediction of each request's demand; these options have none: "
              + options);
    }
    var request =
        new Request<>(
            dispatcher.nextId(), work, options, dispatcher, dispatcher.nanoTime(), caller);
    if (work instanceof HeldWork<?> held) {
      held.belongsTo(request);
    }
    return request;
  }

  private void arrive(Request<?, ?> request, boolean mayWait) {
    if (!isAccepted(request, mayWait)) {
      serveAlone(request);
    }
  }

  /**
   * Returns false if this thread should serve it alone.
   *
   * @param mayWait false on a thread that the queue may be waiting for
   */
  boolean isAccepted(Request<?, ?> request, boolean mayWait) {
    tellArrived(request);
    try {
      return dispatcher.arrive(request, mayWait);
    } catch (RejectedExecutionException | VirtualMachineError e) {
      // Nothing throws once it has been taken in.
      tellRefused(request);
      throw e;
    }
  }

  void tellRefused(Request<?, ?> request) {
    dispatcher.listeners().refused(request.id, dispatcher.nanoTime());
  }

  private void tellArrived(Request<?, ?> request) {
    dispatcher.listeners().arrived(request.id, request.arrivalNanos, request.options());
  }

  private void serveAlone(Request<?, ?> request) {
    boolean nested = dispatcher.isServing();
    Shift<?, ?> shift = null;
    while (shift == null) {
      try {
        dispatcher.enterService();
        shift = Worker.ofCaller(dispatcher).alone(request);
      } catch (OutOfMemoryError e) {
        // It has arrived, so it is served.
        dispatcher.metOutsideRequests(e);
      }
    }
    try {
      shift.stepAll();
    } finally {
      if (!nested) {
        dispatcher.leaveService();
      }
    }
  }

  /**
   * Refuses new requests, waits until all others have ended, and ends the pool's threads. It does
   * not wait for requests that their submitters serve alone on their own threads. If this thread is
   * interrupted meanwhile, all requests are cancelled, and it goes on waiting until they have come
   * to the borders of their chunks.
   *
   * @throws IllegalStateException if called from inside a request, which would wait for itself
   */
  @Override
  public void close() {
    close(Long.MAX_VALUE);
  }

  /**
   * Refuses new requests, waits so long for the others, cancels those that are left, and ends the
   * pool's threads. Never waits much longer than twice the time: a request whose chunk is stuck
   * even then ends as cancelled, though a thread is still inside it.
   *
   * @param grace how long requests may go on; not negative
   * @throws IllegalStateException as {@link #close()}
   */
  public void close(Duration grace) {
    if (grace.isNegative()) {
      throw new IllegalArgumentException("grace must not be negative: " + grace);
    }
    close(Instants.nanos(grace));
  }

  private void close(long graceNanos) {
    StackReserve.toServe();
    if (dispatcher.isServing()) {
      throw new IllegalStateException("a request cannot close the engine that serves it");
    }
    dispatcher.refuse();
    boolean interrupted = false;
    boolean cancelled = false;
    boolean empty = false;
    while (!empty) {
      try {
        empty = dispatcher.awaitEmpty(graceNanos);
        if (!empty && cancelled) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (!empty) {
        cancelled = true;
        untilDone(cancelling);
      }
    }
    if (!empty) {
      untilDone(abandoning);
    }
    workers.forEach(Worker::stop);
    if (loadEvents != null) {
      loadEvents.close();
    }
    if (empty) {
      interrupted |= awaitThreads();
    }
    untilDone(settling);
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** What closes must not be given up because memory is short. */
  private void untilDone(Runnable step) {
    while (true) {
      try {
        step.run();
        return;
      } catch (OutOfMemoryError e) {
        dispatcher.metOutsideRequests(e);
      }
    }
  }

  private boolean awaitThreads() {
    boolean interrupted = false;
    for (Worker worker : workers) {
      while (true) {
        try {
          worker.awaitEnd();
          break;
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    }
    return interrupted;
  }

  // ---- For tests that step the workers by hand.

  Dispatcher dispatcher() {
    return dispatcher;
  }

  List<Worker> workers() {
    return workers;
  }
}
