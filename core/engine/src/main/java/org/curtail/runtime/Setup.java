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
 * The settings of an engine besides its policy; each has a default. Made by {@link Curtail#with}.
 * For one thread.
 */
public sealed class Setup permits AutomaticSetup {
  private static final int DEFAULT_QUEUE_LIMIT = 10_000;

  /**
   * Least number of cores for a short spin by default: there are others then. On two busy cores a
   * submitter may get its core back only when the spin is over (HandOffBenchmark).
   */
  private static final int LEAST_CORES_TO_SPIN = 4;

  /** For requests that pass no borders, which the operating system shares the cores among. */
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

  /** Number of threads for policies that may come; 0 if policies are not chosen automatically. */
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

  /** Returns the same with an autopilot. */
  Setup steered(Autopilot by) {
    return new Setup(this, by);
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
   * Sets the number of threads that are started. Under a policy that wants {@link
   * Policy#UNLIMITED}, this number of requests are served at a time, and take turns if there are
   * more; default one for each core, so that they share the cores equally, and at least the
   * policy's greatest degree. By default another sixteen for each core are started then, for
   * requests that pass no chunk borders for long: these do not count, so no request waits behind
   * them, and the operating system shares the cores among them. Of other policies no more threads
   * serve than they want, and at least as many are started; more are for {@linkplain
   * Curtail#policy(Policy) policies that come later}.
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
   * Sets the function that ties threads to the cores of their class of speed, by means of the
   * operating system; default none, so that the classes make no difference to the hardware. {@code
   * curtail-linux} has one.
   *
   * @param kind ties the calling thread to the cores of a class, 0 for the slowest, for good.
   *     Called once by each thread of the pool, before it serves. If it throws, that is logged, and
   *     the thread runs on any core
   * @throws IllegalStateException unless this engine has {@linkplain
   *     Curtail#with(org.curtail.speed.SpeedMachine, org.curtail.speed.SpeedPolicy) classes of
   *     speed}
   */
  public Setup binding(IntConsumer kind) {
    requireNonNull(kind, "binding");
    SpeedClasses unbound = classes;
    if (unbound == null) {
      throw new IllegalStateException(
          "this engine has no classes of speed to tie threads to; make it by Curtail.with(machine, speedPolicy)");
    }
    classes = unbound.binding(kind);
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

  /** Prefix of the threads' names; default {@code curtail}. */
  public Setup name(String prefix) {
    name = requireNonNull(prefix, "name");
    return this;
  }

  /** Sets the factory of the pool's threads; default daemon threads named after {@link #name}. */
  public Setup threadFactory(ThreadFactory factory) {
    threadFactory = requireNonNull(factory, "threadFactory");
    return this;
  }

  /**
   * Sets the most requests without a thread, waiting and preempted ones; default 10,000. At least
   * one where {@link Overload#WAIT} is chosen.
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
   * Sets the most requests that may have started and not ended, preempted ones included: the
   * multiprogramming level. Default as many as the policy wants. Each caller of {@link Curtail#run}
   * holds its thread for as long as its request has started, so where callers come from a pool,
   * this is at most the number of its threads.
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
   * Adds a listener for requests; any number of them. They are called on the threads that submit
   * and serve requests.
   */
  public Setup listener(RequestListener listener) {
    listeners.add(requireNonNull(listener, "listener"));
    return this;
  }

  /**
   * Sets signals: threads publish their activity in {@link Signals#tags}, and read themselves when
   * they come to a request and leave it, for {@link Timeline#stints}. Default none, which costs
   * nothing. A reading takes some microseconds, two or three for each thread of a request; a border
   * between chunks takes a few nanoseconds more.
   *
   * @param source of this engine alone, whose time is that of {@link #clock}
   */
  public Setup signals(Signals source) {
    signals = requireNonNull(source, "signals");
    return this;
  }

  /**
   * For how long a thread without work looks for some before it goes to sleep; 0 for not at all.
   * Spinning saves the time it takes to wake a thread up and costs a core meanwhile. By default 10
   * us where there are at least 4 cores.
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
   * org.curtail}, if the policy was {@linkplain Policy#plannedCores planned} for another number of
   * cores or the machine has fewer than {@link #cores} says.
   *
   * @throws IllegalArgumentException if the policy wants no thread, or gives requests none, or an
   *     engine with classes of speed was given other cores or threads than these have
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

  /** For tests that compare with a simulation: requests take turns only if the policy says so. */
  Setup withThreadsForAll() {
    sharesCores = false;
    return this;
  }

  /** Hides the engine from the Flight Recorder. */
  Setup unrecorded() {
    isRecorded = false;
    return this;
  }

  /** For tests that step the workers by hand. */
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

  /** Asks the policy once: it may change its mind, an engine's pool does not. */
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

  /** Number of threads of the pool, for a policy that wants this number. */
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

  /** Threads that take turns under a policy that wants all. */
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
   * Serves some requests that end in different ways before the first engine starts, so that all
   * classes are loaded. Loading a class takes much stack, and a class whose initialisation fails
   * near the end of a caller's stack can never be used again.
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

    /** Does nothing but the first time. */
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
        // One waits, and the other finds the queue full.
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
