package org.curtail.opensearch;

import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Supplier;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.Policy;
import org.curtail.Preemption;
import org.curtail.lucene.SharedSearch;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.Setup;
import org.curtail.runtime.SharedWork;
import org.curtail.signals.Signals;
import org.opensearch.core.concurrency.OpenSearchRejectedExecutionException;

/**
 * The engine of a node, which all its shards share, so that its load is the node's. Another policy
 * may take its place while searches run. Safe for all threads.
 */
final class NodeEngine implements Closeable {
  private static final Logger LOG = LogManager.getLogger(NodeEngine.class);

  /** For how long searches may go on when the node stops. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final PolicyChoice choice;
  private final LearnedFile file;
  private final int mostStarted;
  private final Executor background;
  private volatile boolean enabled;
  private volatile Curtail running;
  private volatile String policy;

  /** What the policy that learns knew when it served last; empty if nothing. */
  private String learned;

  /**
   * Starts it.
   *
   * @param choice by which policies the node can serve
   * @param file which the policy that learns begins with, and is written to
   * @param mostStarted how many searches may have begun: each holds a thread of OpenSearch's
   * @param background where an engine is closed that another has replaced, which waits for its
   *     searches
   */
  NodeEngine(
      PolicyChoice choice,
      LearnedFile file,
      int mostStarted,
      boolean enabled,
      String policy,
      Executor background) {
    this.choice = choice;
    this.file = file;
    this.mostStarted = mostStarted;
    this.enabled = enabled;
    this.policy = policy;
    this.background = background;
    learned = file.read();
    running = start(setup(policy));
  }

  private Setup setup(String name) {
    return name.equals(CurtailSettings.AUTOMATIC) ? automatic() : Curtail.with(choice.named(name));
  }

  private Curtail start(Setup setup) {
    return setup
        .cores(choice.cores())
        .mostStarted(mostStarted)
        // The line in front refuses before the engine does, since it knows whom. In mode executor
        // there is none, and as many runs of threads may wait.
        .queueLimit(2 * CurtailSettings.MOST_WAITING)
        .signals(Signals.cpuTime())
        .name("curtail")
        .start();
  }

  private Setup automatic() {
    return learned.isEmpty()
        ? Curtail.automatic()
        : Curtail.automatic().knowing(learned, "what it knew before");
  }

  boolean isEnabled() {
    return enabled;
  }

  void enabled(boolean isEnabled) {
    enabled = isEnabled;
  }

  /** As the setting has it. */
  String policy() {
    return policy;
  }

  /**
   * From now on. Searches that run go on; those of an engine that is replaced end on it. The policy
   * that learns begins with what it knew when another took its place. If another node has let pass
   * one by which this one cannot serve, it keeps what it had: a node that fails to apply a setting
   * is removed from its cluster.
   */
  synchronized void policy(String name) {
    if (name.equals(policy)) {
      return;
    }
    learn();
    try {
      serveBy(name);
    } catch (IllegalArgumentException e) {
      LOG.warn("this node keeps the policy {}: {}", policy, e.getMessage());
      return;
    }
    policy = name;
  }

  private void serveBy(String name) {
    if (name.equals(CurtailSettings.AUTOMATIC)) {
      replaceBy(automatic());
      return;
    }
    Policy next = choice.named(name);
    if (policy.equals(CurtailSettings.AUTOMATIC) || choice.threads(next) > running.threads()) {
      replaceBy(Curtail.with(next));
    } else {
      running.policy(next);
    }
  }

  private void replaceBy(Setup setup) {
    Curtail before = running;
    running = start(setup);
    background.execute(before::close);
  }

  private void learn() {
    running.autopilot().ifPresent(pilot -> learned = knowledge(pilot));
  }

  /** Writes what the policy that learns knows to its file. */
  void keep() {
    String text;
    synchronized (this) {
      learn();
      text = learned;
    }
    // Not while a change of the policy waits, which the node's cluster waits for.
    file.write(text);
  }

  private static String knowledge(Autopilot pilot) {
    var text = new StringWriter();
    try {
      pilot.export(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Nothing is written to.
    }
    return text.toString();
  }

  /** Whether each search that begins now has one thread, and keeps it to its end. */
  boolean givesOneThread() {
    Policy now = running.policy();
    return now.maxDegree() == 1 && now.traits().preemption().equals(Preemption.NONE);
  }

  /** What serves now. */
  Curtail running() {
    return running;
  }

  /**
   * A place on it for a search that comes later.
   *
   * @throws OpenSearchRejectedExecutionException if too many searches wait
   */
  Reservation reserve(RequestOptions options) {
    try {
      return onPresent(engine -> engine.reserve(options));
    } catch (IOException e) {
      throw new UncheckedIOException(e); // Nothing is read.
    }
  }

  /**
   * Runs a search; this thread works on it too.
   *
   * @param search makes it; asked again if the engine was replaced at that moment
   * @throws IOException as OpenSearch's own searcher throws it; so are exceptions that are
   *     unchecked
   * @throws OpenSearchRejectedExecutionException if too many searches wait
   */
  <T> T run(Supplier<SharedWork<?, T>> search, RequestOptions options) throws IOException {
    return onPresent(engine -> SharedSearch.run(engine, search.get(), options));
  }

  /** The same for a search that has its place, on whichever engine gave it that. */
  static <T> T run(Reservation place, SharedWork<?, T> search) throws IOException {
    return SharedSearch.run(place, search);
  }

  private interface Use<T> {
    T of(Curtail engine) throws IOException;
  }

  /** Again if the engine was replaced, and so closed, at that moment. */
  private <T> T onPresent(Use<T> use) throws IOException {
    Curtail engine = running;
    while (true) {
      try {
        return use.of(engine);
      } catch (RejectedExecutionException e) {
        Curtail now = running;
        if (now == engine) {
          // Without a cause, which OpenSearch would answer with in its place, as with a failure.
          throw new OpenSearchRejectedExecutionException(e.getMessage());
        }
        engine = now;
      }
    }
  }

  @Override
  public void close() {
    try {
      keep();
    } finally {
      running.close(GRACE);
    }
  }
}
