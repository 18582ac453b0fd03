package org.curtail.opensearch;

import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.Setup;
import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

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
  private final int mostCallers;
  private final Executor background;
  private volatile boolean enabled;
  private volatile Curtail running;
  private volatile boolean saidBroken;
  private volatile String policy;

  /** What the policy that learns knew when it served last; empty if nothing. */
  private String learned;

  /**
   * Starts it.
   *
   * @param choice by which policies the node can serve
   * @param file which the policy that learns begins with, and is written to
   * @param mostCallers how many threads of OpenSearch may come with a search at the same time
   * @param background where an engine is closed that another has replaced, which waits for its
   *     searches
   */
  NodeEngine(
      PolicyChoice choice,
      LearnedFile file,
      int mostCallers,
      boolean enabled,
      String policy,
      Executor background) {
    this.choice = choice;
    this.file = file;
    this.mostCallers = mostCallers;
    this.enabled = enabled;
    this.policy = policy;
    this.background = background;
    learned = file.read();
    running =
        policy.equals(CurtailSettings.AUTOMATIC)
            ? start(automatic(), mostCallers)
            : start(choice.named(policy));
  }

  private Curtail start(Policy of) {
    return start(Curtail.with(of), Math.max(mostCallers, choice.threads(of)));
  }

  private Curtail start(Setup setup, int threads) {
    return setup
        .cores(choice.cores())
        // Each that comes has a thread of its own, and begins at once.
        .threads(threads)
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

  /** Whether the engine serves nothing more; another policy brings another engine. */
  boolean isBroken() {
    Throwable broken = running.brokenBy().orElse(null);
    if (broken != null && !saidBroken) {
      saidBroken = true;
      LOG.error("OpenSearch searches without curtail from now on", broken);
    }
    return broken != null;
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
      replaceBy(start(automatic(), mostCallers));
      return;
    }
    Policy next = choice.named(name);
    if (policy.equals(CurtailSettings.AUTOMATIC)
        || choice.threads(next) > running.threads()
        || isBroken()) {
      replaceBy(start(next));
    } else {
      running.policy(next);
    }
  }

  private void replaceBy(Curtail next) {
    Curtail before = running;
    running = next;
    saidBroken = false;
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

  /** Whether no search has a second thread at present. */
  boolean givesOneThread() {
    return running.policy().maxDegree() == 1;
  }

  /** What serves now. */
  Curtail running() {
    return running;
  }

  /**
   * A place on it for a search that begins at once; whoever has got one runs its search or gives
   * the place back. Null if the search would wait for others, or the engine was replaced at this
   * moment.
   *
   * @param beside searches that OpenSearch serves at present, which use cores too
   */
  @Nullable Reservation placeAtOnce(RequestOptions options, int beside) {
    Curtail engine = running;
    if (!startsAtOnce(engine, options, engine.threadsBusy() + beside)) {
      return null;
    }
    Reservation place;
    try {
      place = engine.reserve(options);
    } catch (RejectedExecutionException e) {
      return null;
    }
    if (place.isGranted()) {
      return place;
    }
    place.close(); // Others have come meanwhile.
    return null;
  }

  /** As it looks before it has come, since one that goes again is one that the engine counts. */
  private boolean startsAtOnce(Curtail engine, RequestOptions options, int busy) {
    Policy policy = engine.policy();
    var newcomer = new Progress(0, 0, 0, 0, 0, options.prediction(), options.priorityClass());
    return busy < threads(policy, engine.threads())
        && policy
            .admit(newcomer, new Load(busy + 1, 1, busy, choice.cores()))
            .equals(Admission.START);
  }

  /** How many may serve by this policy at the same time. */
  private int threads(Policy policy, int ofEngine) {
    int wanted = policy.threads(choice.cores());
    return Math.min(wanted == Policy.UNLIMITED ? mostCallers : wanted, ofEngine);
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
