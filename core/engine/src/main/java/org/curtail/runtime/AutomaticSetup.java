package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.ServiceLoader;
import java.util.concurrent.ThreadFactory;
import java.util.function.LongSupplier;
import org.curtail.Policy;
import org.curtail.dispatch.Instants;
import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The settings of an engine that chooses its policies itself; each has a default. {@link
 * Curtail#automatic} makes them. For one thread.
 *
 * <pre>{@code
 * Curtail.automatic().start();                                       // the least p99
 * Curtail.automatic().target(99, Duration.ofMillis(200)).start();    // a p99 within 200 ms
 * Curtail.automatic().minimise(95).atMostThreads(8).start();
 * }</pre>
 */
public final class AutomaticSetup extends Setup {
  private double percentile = 99;
  private OptionalLong targetNanos = OptionalLong.empty();
  private int mostThreads = Policy.UNLIMITED;
  private int mostDegree = Policy.UNLIMITED;
  private long seed = 1;
  private @Nullable String knowledge;
  private String knowledgeName = "";
  private @Nullable ThreadFactory planningThreads;

  AutomaticSetup() {}

  /**
   * Makes this percentile of the latency as small as it can be; default 99.
   *
   * @param percentile more than 0, less than 100
   */
  public AutomaticSetup minimise(double percentile) {
    this.percentile = checked(percentile);
    targetNanos = OptionalLong.empty();
    return this;
  }

  /**
   * Keeps this percentile of the latency within a time, with as little harm to the mean as that
   * takes.
   *
   * @param percentile more than 0, less than 100
   * @param latency more than 0
   */
  public AutomaticSetup target(double percentile, Duration latency) {
    this.percentile = checked(percentile);
    if (!latency.isPositive()) {
      throw new IllegalArgumentException("latency must be positive: " + latency);
    }
    targetNanos = OptionalLong.of(Instants.nanos(latency));
    return this;
  }

  private static double checked(double percentile) {
    if (!(percentile > 0 && percentile < 100)) {
      throw new IllegalArgumentException(
          "percentile must lie above 0 and below 100: " + percentile);
    }
    return percentile;
  }

  /**
   * Never uses more threads than this, however many cores there are; default as many as the
   * policies want.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public AutomaticSetup atMostThreads(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("atMostThreads must be at least 1: " + threads);
    }
    mostThreads = threads;
    return this;
  }

  /**
   * Never gives one request more threads than this, and tries no more; default 8, or as many as
   * there are cores.
   *
   * @throws IllegalArgumentException if less than 1
   */
  public AutomaticSetup atMostDegree(int threads) {
    if (threads < 1) {
      throw new IllegalArgumentException("atMostDegree must be at least 1: " + threads);
    }
    mostDegree = threads;
    return this;
  }

  /** Sets the seed of all random choices, such as the requests that explore; default 1. */
  public AutomaticSetup seed(long number) {
    seed = number;
    return this;
  }

  /**
   * Begins with the knowledge that an earlier engine has {@linkplain Autopilot#export exported}.
   * Policies from this knowledge are compared with one thread for each request, as all others are.
   * So outdated knowledge does no lasting harm.
   *
   * @param text the knowledge as {@code curtail-automatic/1}; read when the engine starts
   * @param name name of the text for messages, usually that of its file
   */
  public AutomaticSetup knowing(String text, String name) {
    knowledge = requireNonNull(text, "text");
    knowledgeName = requireNonNull(name, "name");
    return this;
  }

  /**
   * Sets the factory of the planning thread; default a thread of the least priority. On Linux the
   * module {@code curtail-linux} makes threads that run only while no other thread wants a core
   * ({@code LinuxThreads.behindOthers()}).
   *
   * @param factory makes one thread, which starts once and ends when the engine is closed
   */
  public AutomaticSetup planningThreads(ThreadFactory factory) {
    planningThreads = requireNonNull(factory, "planningThreads");
    return this;
  }

  // ---- The settings of every engine.

  @Override
  public AutomaticSetup cores(int count) {
    super.cores(count);
    return this;
  }

  /**
   * Sets the least number of threads to start; perhaps no policy ever uses some of them. By default
   * the engine starts the threads that its policies may want, and some more as {@linkplain
   * Setup#threads any engine} does. While each request has one thread, this number of requests are
   * served at a time, and further requests take turns; default one for each core.
   */
  @Override
  public AutomaticSetup threads(int count) {
    super.threads(count);
    return this;
  }

  @Override
  public AutomaticSetup clock(LongSupplier source) {
    super.clock(source);
    return this;
  }

  @Override
  public AutomaticSetup name(String prefix) {
    super.name(prefix);
    return this;
  }

  @Override
  public AutomaticSetup threadFactory(ThreadFactory factory) {
    super.threadFactory(factory);
    return this;
  }

  @Override
  public AutomaticSetup queueLimit(int requests) {
    super.queueLimit(requests);
    return this;
  }

  @Override
  public AutomaticSetup mostStarted(int requests) {
    super.mostStarted(requests);
    return this;
  }

  @Override
  public AutomaticSetup whenFull(Overload behaviour) {
    super.whenFull(behaviour);
    return this;
  }

  @Override
  public AutomaticSetup boosting(Boosting kind) {
    super.boosting(kind);
    return this;
  }

  @Override
  public AutomaticSetup listener(RequestListener listener) {
    super.listener(listener);
    return this;
  }

  @Override
  public AutomaticSetup signals(Signals source) {
    super.signals(source);
    return this;
  }

  @Override
  public AutomaticSetup spin(Duration time) {
    super.spin(time);
    return this;
  }

  /**
   * Starts the engine, its threads, and two more threads that learn and plan.
   *
   * @throws IllegalArgumentException if the text of {@link #knowing} cannot be read
   * @throws IllegalStateException if the artifact {@code curtail-automatic} is missing, or if its
   *     {@code META-INF/services} was lost when jars were merged
   */
  @Override
  public Curtail start() {
    return withAutopilot().start();
  }

  /** Returns an ordinary setup for an engine with the autopilot. */
  Setup withAutopilot() {
    var wanted =
        new Autopilot.Wanted(
            percentile,
            targetNanos,
            mostThreads,
            mostDegree,
            cores(),
            Math.min(sharedThreads(), mostStarted()),
            seed,
            Optional.ofNullable(knowledge),
            knowledgeName,
            name(),
            Optional.ofNullable(planningThreads),
            clock());
    return steered(maker().autopilotFor(wanted));
  }

  private static Autopilot.Maker maker() {
    return ServiceLoader.load(Autopilot.Maker.class, Autopilot.Maker.class.getClassLoader())
        .findFirst()
        .orElseThrow(() ->
            new IllegalStateException(
                "Curtail.automatic() needs the artifact org.curtail:curtail-automatic on the class path, with its file META-INF/services/%s"
                    .formatted(Autopilot.Maker.class.getName())));
  }
}
