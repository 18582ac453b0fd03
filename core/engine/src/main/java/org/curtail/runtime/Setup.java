package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import java.util.function.LongSupplier;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.Progress;
import org.curtail.Traits;
import org.curtail.signals.Signals;
import org.curtail.speed.SlowToFast;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine besides its policy; each has a default. {@link Curtail#with} makes
 * them. For one thread.
 */
public sealed class Setup permits AutomaticSetup {
  private static final int DEFAULT_QUEUE_LIMIT = 10_000;

  /**
   * Least number of cores for a short spin by default: other threads have cores meanwhile. On two
   * busy cores a submitter may get its core back only when the spin is over (HandOffBenchmark).
   */
  private static final int LEAST_CORES_TO_SPIN = 4;

  /**
   * Further threads for each core, for requests that pass no chunk borders. The operating system
   * shares the cores among them.
   */
  private static final int LENT_THREADS_PER_CORE = 16;

  private static final long DEFAULT_SPIN_NANOS = 10_000;

  /** Null until a policy is chosen. */
  private final @Nullable Policy policy;

  /** Null unless policies are chosen while the engine serves. */
  private final @Nullable Autopilot autopilot;

  /** Null on an engine whose cores are alike. */
  private @Nullable SpeedClasses classes;

  private final List<RequestListener> listeners = new ArrayList<>();
  private int cores = Runtime.getRuntime().availableProcessors();
  private LongSupplier clock = NanoClock.SYSTEM;
  private String name = "curtail";
  private @Nullable ThreadFactory threadFactory;
  private int queueLimit = DEFAULT_QUEUE_LIMIT;
  private Overload overload = Overload.REJECT;
  private Boosting boosting = Boosting.GATE;

  private @Nullable Signals signals;

  private boolean isRecorded = true;
  private boolean sharesCores = true;

  /** -1 for the default. */
  private long spinNanos = -1;

  /** 0 for the default. */
  private int givenThreads;

  /** Number of threads for later policies; 0 if policies are not chosen automatically. */
  private int leastThreads;

  private int mostStarted = Integer.MAX_VALUE;

  /** A setup whose policy is chosen when the engine starts. */
  Setup() {
    policy = null;
    autopilot = null;
  }

  Setup(Policy policy) {
    this.policy = policy;
    autopilot = null;
  }

  Setup(SpeedClasses classes) {
    this(classes.threads());
    this.classes = classes;
    cores = classes.machine().cores();
  }

  private Setup(Setup like, Autopilot autopilot) {
    policy = autopilot.policy();
    this.autopilot = autopilot;
    listeners.addAll(like.listeners);
    listeners.add(autopilot);
    cores = like.cores;
    clock = like.clock;
    name = like.name;
    threadFactory = like.threadFactory;
    queueLimit = like.queueLimit;
    overload = like.overload;
    boosting = like.boosting;
    signals = like.signals;
    isRecorded = like.isRecorded;
    sharesCores = like.sharesCores;
    spinNanos = like.spinNanos;
    mostStarted = like.mostStarted;
    givenThreads = like.givenThreads;
    leastThreads = autopilot.threads();
  }

  /** Returns the same setup with an autopilot. */
  Setup steered(Autopilot by) {
    return new Setup(this, by);
  }

  /**
   * Sets the number of cores that the service may use; default all that the JVM sees. Policies read
   * this number as {@link org.curtail.Load#cores}, so plan a table for the same number. No thread
   * is pinned to a core.
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
   * Sets the number of threads to start.
   *
   * <p>Under a policy that wants {@link Policy#UNLIMITED}, this number of requests are served at a
   * time, and further requests take turns. The default is one thread for each core, so that
   * requests share the cores equally, and at least the policy's greatest degree. By default the
   * engine then starts another sixteen threads for each core, for requests that pass no chunk
   * borders for long. These requests do not count, so no request waits behind them. The operating
   * system shares the cores among them.
   *
   * <p>Any other policy gets no more threads than it wants, and at least these are started. More
   * threads are for {@linkplain Curtail#policy(Policy) later policies}.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public Setup threads(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("threads must be at least 1: " + count);
    }
    givenThreads = count;
    return this;
  }

  /**
   * Sets the function that binds threads to the cores of their class of speed, by means of the
   * operating system. By default no thread is bound, so the hardware does not know the classes. The
   * module {@code curtail-linux} has such a function.
   *
   * @param kind binds the calling thread to the cores of a class for good; class 0 is the slowest.
   *     Each thread of the pool calls the function once, before it serves. If the function throws,
   *     the exception is logged, and the thread runs on any core
   * @throws IllegalStateException unless this engine has {@linkplain
   *     Curtail#with(org.curtail.speed.SpeedMachine, org.curtail.speed.SpeedPolicy) classes of
   *     speed}
   */
  public Setup binding(IntConsumer function) {
    requireNonNull(function, "binding");
    SpeedClasses unbound = classes;
    if (unbound == null) {
      throw new IllegalStateException(
          "this engine has no classes of speed to bind threads to; make it by Curtail.with(machine, speedPolicy)");
    }
    classes = unbound.binding(function);
    return this;
  }

  /**
   * Sets the source of time; default the machine's monotonic clock.
   *
   * @param source nanoseconds since some fixed moment, which never go back
   */
  public Setup clock(LongSupplier source) {
    clock = requireNonNull(source, "clock");
    return this;
  }

  /** Sets the name of the engine, also the prefix of its threads; default {@code curtail}. */
  public Setup name(String name) {
    this.name = requireNonNull(name, "name");
    return this;
  }

  /** Sets the factory of the pool's threads; default daemon threads named after {@link #name}. */
  public Setup threadFactory(ThreadFactory factory) {
    threadFactory = requireNonNull(factory, "threadFactory");
    return this;
  }

  /**
   * Sets the most requests without a thread, waiting and preempted ones together; default 10,000.
   * With {@link Overload#WAIT}, at least one request may wait.
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

  /**
   * Sets the most requests that have started and not ended, with preempted ones: the
   * multiprogramming level. By default the policy alone decides. A caller of {@link Curtail#run}
   * holds its own thread from the start of its request to the end. So if the callers come from a
   * pool, this number should be at most that of the pool's threads.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public Setup mostStarted(int requests) {
    if (requests < 1) {
      throw new IllegalArgumentException("mostStarted must be at least 1: " + requests);
    }
    mostStarted = requests;
    return this;
  }

  /** Sets the answer to a request that finds the queue full; default {@link Overload#REJECT}. */
  public Setup whenFull(Overload behaviour) {
    overload = requireNonNull(behaviour, "whenFull");
    return this;
  }

  /** Sets the way of boosting if the policy boosts; default {@link Boosting#GATE}. */
  public Setup boosting(Boosting kind) {
    boosting = requireNonNull(kind, "boosting");
    return this;
  }

  /**
   * Adds a listener for requests; there may be any number of listeners. Listeners are called on the
   * threads that submit and serve requests.
   */
  public Setup listener(RequestListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Sets signals. Threads then publish their activity in {@link Signals#tags}. Threads also read
   * their own counters when they come to a request and when they leave it, for {@link
   * Timeline#stints}. By default there are no signals, which costs nothing. Each thread of a
   * request makes two or three readings, of some microseconds each. A border between chunks takes a
   * few nanoseconds more.
   *
   * @param source signals of this engine alone; their time must be that of {@link #clock}
   */
  public Setup signals(Signals source) {
    signals = requireNonNull(source, "signals");
    return this;
  }

  /**
   * Sets the time for which a thread without work looks for some before it sleeps; 0 for not at
   * all. Spinning saves the time to wake the thread up, and costs a core meanwhile. The default is
   * 10 us on a machine with at least 4 cores, and 0 on others.
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
   * Starts the engine and its threads. Logs a warning, by the {@code System.Logger} named {@code
   * org.curtail}, in two cases: the policy was {@linkplain Policy#plannedCores planned} for another
   * number of cores, or the machine has fewer cores than {@link #cores}.
   *
   * @throws IllegalArgumentException if the policy wants no thread or gives requests none; or if
   *     the classes of speed of this engine have another number of cores, or fewer threads
   */
  public Curtail start() {
    WarmUp.once(classes != null);
    Curtail curtail = startWithoutThreads();
    ThreadFactory given = threadFactory;
    ThreadFactory factory = given == null ? daemons() : given;
    curtail.startThreads(factory, name);
    if (autopilot != null) {
      curtail.engage(autopilot);
    }
    return curtail;
  }

  /**
   * Lets requests take turns only if the policy says so. For tests that compare with a simulation.
   */
  Setup withThreadsForAll() {
    sharesCores = false;
    return this;
  }

  /** Hides the engine from the Flight Recorder. */
  Setup unrecorded() {
    isRecorded = false;
    return this;
  }

  /** Returns an engine without threads, for tests that step the workers by hand. */
  Curtail startWithoutThreads() {
    if (classes != null) {
      int there = classes.machine().cores();
      if (cores != there || givenThreads > there) {
        throw new IllegalArgumentException(
            "the classes of speed have %d cores with a thread each; the setup says %d cores and %d threads"
                .formatted(there, cores, Math.max(givenThreads, cores)));
      }
    }
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

  /**
   * Returns the engine's settings. Asks the policy only once: its later answers may differ, but the
   * size of the pool stays.
   */
  Engine.Settings settings() {
    int wanted = PolicyInForce.wantedThreads(policy(), cores);
    return new Engine.Settings(
        policy(),
        wanted,
        new PolicyInForce.Capacity(
            cores,
            poolThreads(wanted),
            sharedThreads(),
            sharesCores && classes == null,
            !boosting.equals(Boosting.OFF),
            mostStarted),
        name,
        clock,
        queueLimit,
        overload,
        boosting,
        signals,
        isRecorded && FlightRecording.isPossible(),
        listeners,
        classes);
  }

  /** Number of threads of the pool, for a policy that wants this number of threads. */
  private int poolThreads(int wanted) {
    if (classes != null) {
      return cores;
    }
    int least = Math.max(givenThreads, leastThreads);
    if (wanted < Policy.UNLIMITED) {
      return Math.max(wanted, least);
    }
    return givenThreads > 0
        ? least
        : Math.max((1 + LENT_THREADS_PER_CORE) * cores, Math.max(least, policy().maxDegree()));
  }

  /** Number of threads that take turns under a policy that wants {@link Policy#UNLIMITED}. */
  int sharedThreads() {
    return givenThreads > 0 ? givenThreads : cores;
  }

  Policy policy() {
    if (policy == null) {
      throw new IllegalStateException("no policy has been chosen yet");
    }
    return policy;
  }

  int cores() {
    return cores;
  }

  @Nullable SpeedClasses classes() {
    return classes;
  }

  LongSupplier clock() {
    return clock;
  }

  String name() {
    return name;
  }

  int mostStarted() {
    return mostStarted;
  }

  Boosting boosting() {
    return boosting;
  }

  long spinNanos() {
    if (spinNanos >= 0) {
      return spinNanos;
    }
    return Runtime.getRuntime().availableProcessors() >= LEAST_CORES_TO_SPIN
        ? DEFAULT_SPIN_NANOS
        : 0;
  }

  /**
   * Serves some requests before the first engine starts. These requests end in different ways, so
   * that all classes are loaded. Loading a class takes much stack. If the initialisation of a class
   * fails near the end of a caller's stack, the class can never be used again.
   */
  static final class WarmUp {
    private static final int CHUNKS = 3;

    private static boolean plain;
    private static boolean withSpeeds;

    private record TwoThreads(Traits traits) implements Policy {
      @Override
      public Decision decide(Progress running, Load load) {
        return Decision.keep(2);
      }

      @Override
      public int maxDegree() {
        return 2;
      }

      @Override
      public int threads(int cores) {
        return 2;
      }

      @Override
      public double priority(Progress request, Load load) {
        return request.ageNanos();
      }
    }

    private WarmUp() {}

    /** Serves the requests on the first call only. */
    static synchronized void once(boolean hasSpeeds) {
      if (!plain) {
        plain = true;
        play(Curtail.with(new TwoThreads(Traits.RANKING.monotone(true).boosting(true))).cores(2));
        Duration now = Duration.ofNanos(1);
        Traits preempting = Traits.RANKING.preempting(Preemption.byPriority(now, now));
        play(Curtail.with(new TwoThreads(preempting.malleable(true))).cores(2));
      }
      if (hasSpeeds && !withSpeeds) {
        withSpeeds = true;
        SpeedClass slow = new SpeedClass("slow", 1, 0.5, 1, 0);
        SpeedClass fast = new SpeedClass("fast", 1, 1, 1, 0);
        play(Curtail.with(SpeedMachine.ofCores(slow, fast), SlowToFast.of(1L)));
      }
    }

    private static void play(Setup setup) {
      RequestOptions late = RequestOptions.NONE.within(Duration.ofNanos(1));
      Curtail curtail = setup.queueLimit(1).unrecorded().startWithoutThreads();
      for (int failsFrom = 0; failsFrom <= CHUNKS; failsFrom++) {
        submit(curtail, RequestOptions.NONE, failsFrom);
        submit(curtail, RequestOptions.NONE, CHUNKS);
        submit(curtail, late, CHUNKS).cancel();
        // One request waits, and the other one finds the queue full.
        submit(curtail, RequestOptions.NONE, CHUNKS);
        submit(curtail, RequestOptions.NONE, CHUNKS);
        serve(curtail);
      }
      curtail.close();
    }

    private static Ticket<Integer> submit(Curtail curtail, RequestOptions options, int failsFrom) {
      SharedWork<?, Integer> work =
          SharedWork.of(
              CHUNKS,
              chunk -> {
                if (chunk >= failsFrom) {
                  throw new IllegalStateException("warming up");
                }
                return chunk;
              },
              Integer::sum);
      try {
        return curtail.submit(work, options);
      } catch (RejectedExecutionException full) {
        serve(curtail);
        return submit(curtail, options, failsFrom);
      }
    }

    private static void serve(Curtail curtail) {
      boolean moved = true;
      while (moved) {
        moved = false;
        for (Worker worker : curtail.workers()) {
          moved |= worker.step();
        }
      }
    }
  }
}
