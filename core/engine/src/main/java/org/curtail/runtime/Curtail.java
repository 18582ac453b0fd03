package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import org.curtail.Policy;
import org.curtail.dispatch.Instants;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.jspecify.annotations.Nullable;

/**
 * Serves requests by a policy. The engine starts requests and adds threads while they run. If the
 * policy is malleable, it also takes threads away.
 *
 * <pre>{@code
 * try (Curtail curtail = Curtail.with(new FewToMany(table)).start()) {
 *   Ticket<TopDocs> ticket = curtail.submit(work);   // pool threads serve it
 *   TopDocs other = curtail.run(otherWork);          // this thread serves it, pool threads may help
 *   curtail.submit(work, RequestOptions.NONE.within(Duration.ofMillis(200))).completion().thenAccept(...);
 * }
 * }</pre>
 *
 * <p>Assumptions: a chunk computes and does not wait. A chunk may {@link #run} another request,
 * which its thread then serves alone. A chunk that waits for the ticket of a submitted request can
 * deadlock.
 *
 * <p>Guarantees: every request ends exactly once, with one of the {@linkplain Outcome outcomes}. No
 * chunk is lost or run twice. Requests of a class start in order of arrival, if the policy does not
 * reorder them. A failing request fails alone. A policy or listener that throws is reported once
 * and not called again, except if only memory or stack ran out.
 *
 * <p>Never more threads serve requests than the policy's {@link Policy#threads}. Three kinds of
 * threads do not count: threads that serve a request alone ({@link Overload#RUN_SEQUENTIALLY}),
 * threads that help a waiting submitter of the {@link #executor}, and threads that replace a
 * request without borders under a policy that preempts ({@link Setup#threads}).
 *
 * <p>Progress: a claim of a chunk takes no lock and cannot wait. There is no timer thread: requests
 * schedule themselves at chunk borders, and only an idle thread wakes up at a set time. A stuck
 * chunk keeps only its own thread and request.
 *
 * <p>Safe for all threads, platform or virtual. The pool has platform threads.
 */
public final class Curtail implements AutoCloseable {
  private final Engine engine;
  private final List<Worker> workers = new ArrayList<>();
  private final Boosting boosting;
  private final EngineExecutor executor;

  /** Null if cores are of several classes. */
  private final @Nullable CoresCheck coresCheck;

  private FlightRecording.@Nullable LoadEvents
      loadEvents; // Null without threads or Flight Recorder.

  /** Null if policies are not chosen automatically; set before the engine is published. */
  private volatile @Nullable Autopilot autopilot;

  Curtail(Setup setup) {
    Engine.Settings settings = setup.settings();
    int threads = settings.capacity().threads();
    this.engine = new Engine(settings);
    this.executor = new EngineExecutor(this, engine);
    this.boosting = setup.boosting();
    SpeedClasses classes = setup.classes();
    this.coresCheck = classes == null ? new CoresCheck(setup.name(), setup.cores()) : null;
    for (int i = 0; i < threads; i++) {
      int speedClass = classes == null ? 0 : classes.ofWorker(i);
      workers.add(Worker.ofPool(engine, i, setup.spinNanos(), speedClass));
    }
    workers.forEach(engine::add);
  }

  /**
   * Begins the setup of an engine that chooses its policies itself. The engine learns from the
   * requests that it serves. The engine compares itself with one thread for each request, and does
   * no harm.
   */
  public static AutomaticSetup automatic() {
    return new AutomaticSetup();
  }

  /** Begins the setup of an engine for this policy. */
  public static Setup with(Policy policy) {
    return new Setup(requireNonNull(policy, "policy"));
  }

  /**
   * Begins the setup of an engine on cores of several classes of speed. Each core has a thread, and
   * each request has one thread at a time. The policy decides the class of each request: when a
   * request arrives or ends, and at the ages that the policy names. A request moves to a thread of
   * another class at its next chunk border.
   *
   * @param machine cores with their speeds; {@link Setup#binding} binds threads to them
   * @param policy the same object that {@code EnergySimulation} runs
   * @throws IllegalArgumentException if the machine has clocks instead of cores
   */
  public static Setup with(SpeedMachine machine, SpeedPolicy policy) {
    return new Setup(
        new SpeedClasses(machine, SpeedClasses.ONE_THREAD_EACH, policy, SpeedClasses.NO_BINDING));
  }

  /**
   * Begins the setup of an engine on cores of several classes of speed, with several threads for a
   * request. One policy decides the number of threads of each request. The other one decides the
   * class of each thread, and treats a thread as a request. Each core has a thread, so no more
   * threads serve than there are cores. A request that loses a thread gives up the thread on its
   * slowest core.
   *
   * @param policy policy of threads; the same object that {@code EnergySimulation} runs
   * @param machine as in {@link #with(SpeedMachine, SpeedPolicy)}
   * @param speeds policy of classes; for a {@code ThreadSpeedSchedule}, its own
   * @throws IllegalArgumentException if the machine has clocks instead of cores, or the policy
   *     boosts or takes turns, which share cores among threads
   */
  public static Setup with(Policy policy, SpeedMachine machine, SpeedPolicy speeds) {
    return new Setup(
        new SpeedClasses(
            machine, requireNonNull(policy, "policy"), speeds, SpeedClasses.NO_BINDING));
  }

  void startThreads(ThreadFactory factory, String name) {
    if (coresCheck != null) {
      coresCheck.ofFirst(policy());
    }
    try {
      workers.forEach(worker -> worker.start(factory));
    } catch (Throwable e) {
      workers.forEach(Worker::stop);
      throw e;
    }
    if (FlightRecording.isPossible()) {
      loadEvents = FlightRecording.LoadEvents.start(name, engine::gauges);
    }
  }

  /** Lets this autopilot choose the policies from now on. Called once. */
  void engage(Autopilot by) {
    autopilot = by;
    by.engage(this);
  }

  /** The autopilot that chooses the policies of this engine; empty if there is none. */
  public Optional<Autopilot> autopilot() {
    return Optional.ofNullable(autopilot);
  }

  /**
   * The error that broke this engine; empty while the engine works. Memory or stack has run out in
   * the engine's own code, not in a chunk, policy or listener. A broken engine has failed its
   * requests with this error and serves no others. Close it. {@link #submit} and {@link #run} throw
   * a {@link RejectedExecutionException} with this error as its cause.
   */
  public Optional<Throwable> brokenBy() {
    return Optional.ofNullable(engine.brokenBy());
  }

  /** Explains the present state of this engine and its reasons, in some lines of text. */
  public String explain() {
    Throwable broken = engine.brokenBy();
    if (broken != null) {
      return Engine.BROKEN + ": " + broken + "\n";
    }
    Autopilot by = autopilot;
    return by == null ? policy().description() + "\n" : by.explain();
  }

  /** Name that this engine was {@linkplain Setup#name set up} with. */
  public String name() {
    return engine.name();
  }

  /**
   * Adds a listener while the engine serves. The listener may receive the end of a request whose
   * arrival it did not receive.
   */
  public void addListener(RequestListener listener) {
    engine.listeners().add(requireNonNull(listener, "listener"));
  }

  /**
   * Removes this very listener. Calls of other threads that have begun may still reach it. Does
   * nothing if the engine does not have it.
   */
  public void removeListener(RequestListener listener) {
    engine.listeners().remove(requireNonNull(listener, "listener"));
  }

  /** The policy that serves at this moment. */
  public Policy policy() {
    return engine.policyInForce().given();
  }

  /**
   * Replaces the policy from now on. Running requests keep their threads. At its next border each
   * request asks the new policy for a first decision ({@link org.curtail.Progress#decidedDegree} is
   * 0). A malleable policy may take threads away. Waiting and preempted requests go on in its
   * order, preempted ones even if it does not preempt. What the old policy {@linkplain
   * Policy#remember remembered} is forgotten. If more threads are at work than the new policy
   * wants, no request gets another one until there are fewer. Does nothing if this very object
   * serves already. The answer of a thread that is just asking the old policy does not count.
   *
   * @throws IllegalArgumentException if the policy wants more threads than the engine was started
   *     with ({@link Setup#threads}), or gives requests none; if it needs predictions and a request
   *     in the system has none; if this engine has classes of speed and one thread for each
   *     request; or if the policy boosts or takes turns on an engine with classes. The present
   *     policy then goes on
   */
  public void policy(Policy next) {
    StackReserve.toChange();
    engine.change(requireNonNull(next, "policy"));
    if (coresCheck != null && autopilot == null) {
      coresCheck.ofNext(next);
    }
  }

  /**
   * Replaces the policy of speeds. The new one decides again about all requests.
   *
   * @throws IllegalArgumentException if this engine has no classes of speed
   */
  public void speedPolicy(SpeedPolicy next) {
    StackReserve.toChange();
    engine.change(requireNonNull(next, "policy"));
  }

  /**
   * Number of threads of the pool. No more threads serve requests, and no more than the policy
   * wants.
   */
  public int threads() {
    return workers.size();
  }

  /** Number of threads that serve requests at this moment. */
  public int threadsBusy() {
    return engine.load().threads();
  }

  /** Counts since the start, and the present state. Waits for no thread. */
  public Metrics metrics() {
    Metrics metrics = engine.metrics();
    Autopilot by = autopilot;
    return by == null ? metrics : metrics.deciding(by.counts());
  }

  /** The present kind of boosting, in a few words. */
  public String boosting() {
    return engine.policyInForce().traits().boosts() ? boosting.description() : "not wanted";
  }

  /**
   * Returns this engine as an executor for unmodified Lucene 10, and for other frameworks whose
   * submitters help to run their own tasks.
   *
   * @throws IllegalStateException if this engine has classes of speed: the thread of a submitter
   *     has no class
   */
  public EngineExecutor executor() {
    if (engine.classes != null) {
      throw new IllegalStateException("an engine with classes of speed has no executor");
    }
    return executor;
  }

  /** As {@link #submit(SharedWork, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <R> Ticket<R> submit(SharedWork<?, R> work) {
    return submit(work, RequestOptions.NONE);
  }

  /**
   * Submits a request to the pool.
   *
   * @throws OverloadedException if the queue is full and the engine rejects requests then, or if
   *     this thread is interrupted while it waits for room
   * @throws RejectedExecutionException if the engine is closed
   * @throws IllegalArgumentException if the policy needs a prediction and neither options nor work
   *     have one
   * @throws NullPointerException if work or options are null
   * @throws StackOverflowError if this thread is near the end of its stack; nothing was submitted
   */
  public <R> Ticket<R> submit(SharedWork<?, R> work, RequestOptions options) {
    StackReserve.toChange();
    Request<?, R> request = engine.request(work, options, null);
    if (!engine.accept(request, !engine.isServing())) {
      Worker.serveAlone(engine, request);
    }
    return request.ticket();
  }

  /**
   * Queues a request before its work exists. The request waits without a thread. The request's
   * caller supplies the work when the request is granted.
   *
   * @throws IllegalStateException if this engine has classes of speed
   * @throws OverloadedException as {@link #submit(SharedWork, RequestOptions)}
   * @throws RejectedExecutionException if the engine is closed
   * @throws IllegalArgumentException if the policy needs a prediction and the options have none
   */
  public Reservation reserve(RequestOptions options) {
    return Reservation.in(this, options);
  }

  /** As {@link #run(SharedWork, RequestOptions)} with {@link RequestOptions#NONE}. */
  public <R> R run(SharedWork<?, R> work) throws InterruptedException, ExecutionException {
    return run(work, RequestOptions.NONE);
  }

  /**
   * Serves a request on this thread as soon as the policy admits it. Threads of the pool help if
   * the policy adds threads. At degree 1 no other thread is involved. Inside another request of
   * this engine, this thread serves the request alone and at once. On an engine with classes of
   * speed, threads of the pool serve it and this thread waits.
   *
   * @return the result; a partial result if the deadline passed and the work could make one
   * @throws ExecutionException if the request failed. The cause is the first exception that the
   *     work threw, or a {@link DeadlineExceededException}
   * @throws InterruptedException if this thread is interrupted while it waits. The request is
   *     cancelled: at once if it waits, at the next chunk border if it runs
   * @throws OverloadedException as {@link #submit(SharedWork, RequestOptions)}
   * @throws RejectedExecutionException if the engine is closed
   * @throws IllegalArgumentException as {@link #submit(SharedWork, RequestOptions)}
   * @throws NullPointerException as {@link #submit(SharedWork, RequestOptions)}
   * @throws StackOverflowError as {@link #submit(SharedWork, RequestOptions)}
   */
  public <R> R run(SharedWork<?, R> work, RequestOptions options)
      throws InterruptedException, ExecutionException {
    StackReserve.toServe();
    if (engine.isServing()) {
      // If it waited for a second thread, all threads could wait for each other.
      Worker caller = Worker.ofCaller(engine);
      Request<?, R> request = engine.request(work, options, caller);
      engine.tellArrived(request);
      caller.serveAlone(request);
      Worker.awaitBroken(engine, request.ticket());
      return request.ticket().get();
    }
    if (engine.classes != null) {
      return submit(work, options).awaitEnd();
    }
    engine.enterService();
    try {
      Worker caller = Worker.ofCaller(engine);
      Request<?, R> request = engine.request(work, options, caller);
      caller.wakeAt(request.deadlineNanos());
      if (!engine.accept(request, true)) {
        Worker.serveAlone(engine, request);
      }
      return caller.serveOwn(request);
    } finally {
      engine.leaveService();
    }
  }

  /**
   * Refuses new requests, waits until all others have ended, and ends the pool's threads. Does not
   * wait for requests that submitters serve alone on their own threads. An interrupt of this thread
   * cancels all requests; the wait then lasts until they have reached the borders of their chunks.
   *
   * @throws IllegalStateException if called from inside a request, because it would wait for itself
   */
  @Override
  public void close() {
    close(Long.MAX_VALUE);
  }

  /**
   * Refuses new requests, waits for the others, and ends the pool's threads. Requests that are left
   * after the time are cancelled. Never waits much longer than twice the time. After that, a
   * request with a stuck chunk ends as cancelled, while a thread is still inside it.
   *
   * @param grace time for requests to end; not negative
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
    if (engine.isServing()) {
      throw new IllegalStateException("a request cannot close the engine that serves it");
    }
    Autopilot by = autopilot;
    if (by != null) {
      by.disengage();
    }
    engine.refuse();
    boolean interrupted = false;
    boolean cancelled = false;
    boolean empty = false;
    while (!empty) {
      try {
        empty = engine.awaitEmpty(graceNanos);
        if (!empty && cancelled) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
      if (!empty) {
        cancelled = true;
        engine.cancelAll();
      }
    }
    if (!empty) {
      engine.abandonAll();
    }
    for (Worker worker : workers) {
      worker.stop();
    }
    FlightRecording.LoadEvents events = loadEvents;
    if (events != null) {
      events.close();
    }
    if (empty) {
      interrupted |= awaitThreads();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
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

  Engine engine() {
    return engine;
  }

  List<Worker> workers() {
    return workers;
  }

  /**
   * Warns if the engine uses more cores than the machine has, or another number than the policy was
   * planned for. Throws nothing, even if a log handler does. Safe for all threads.
   */
  static final class CoresCheck {
    private final String engine;
    private final int cores;

    /** Planned numbers of cores that were warned about. */
    private final Set<Integer> toldOf = ConcurrentHashMap.newKeySet();

    /**
     * A check for an engine.
     *
     * @param cores number of cores of the engine
     */
    CoresCheck(String engine, int cores) {
      this.engine = engine;
      this.cores = cores;
    }

    /** Logs warnings about the first policy. */
    void ofFirst(Policy policy) {
      tell(policy, cores, true);
    }

    /** Logs a warning about a later policy, once for each planned number of cores. */
    void ofNext(Policy policy) {
      tell(policy, Math.min(cores, machine()), false);
    }

    private void tell(Policy policy, int serving, boolean isFirst) {
      try {
        OptionalInt planned = policy.plannedCores();
        boolean isNew = planned.isPresent() && toldOf.add(planned.getAsInt());
        if (isNew || isFirst) {
          warnings(engine, planned, serving, machine()).forEach(FaultReport::warning);
        }
      } catch (Throwable e) {
        FaultReport.error("a policy does not say for how many cores it was planned", e);
      }
    }

    private static int machine() {
      return Runtime.getRuntime().availableProcessors();
    }

    /**
     * Returns the warnings, a sentence or two each.
     *
     * @param planned cores that the policy was planned for, if known
     * @param cores cores of the engine
     * @param machine cores of the machine
     */
    static List<String> warnings(String engine, OptionalInt planned, int cores, int machine) {
      var warnings = new ArrayList<String>();
      if (cores > machine) {
        warnings.add(
            "engine %s is set up for %s, but this machine has %d: requests get threads for which there is no core. Leave out Setup.cores, or set at most %d."
                .formatted(engine, description(cores), machine, machine));
      }
      int fitting = Math.min(cores, machine);
      if (planned.isPresent() && planned.getAsInt() != fitting) {
        warnings.add(
            "engine %s serves with %s, but its policy was planned for %d. Plan a table for this machine: curtail plan --cores %d%s."
                .formatted(
                    engine,
                    description(fitting),
                    planned.getAsInt(),
                    fitting,
                    planned.getAsInt() < machine
                        ? "; or, if the service is to use only %d, say Setup.cores(%d)"
                            .formatted(planned.getAsInt(), planned.getAsInt())
                        : ""));
      }
      return warnings;
    }

    private static String description(int cores) {
      return cores == 1 ? "1 core" : cores + " cores";
    }
  }
}
