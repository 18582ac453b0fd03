package org.curtail.opensearch;

import java.io.Closeable;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.curtail.Admission;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.automatic.Exploration;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.RequestOptions;
import org.curtail.runtime.Reservation;
import org.curtail.runtime.Setup;
import org.curtail.signals.Signals;
import org.jspecify.annotations.Nullable;

/**
 * The engine of a node. All its shards share it, so that its load is the node's. Its policy may
 * change while searches run. Safe for all threads.
 */
final class NodeEngine implements Closeable {
  private static final Logger LOG = LogManager.getLogger(NodeEngine.class);

  /**
   * Number of searches, of those that OpenSearch would search on several threads, of which one may
   * explore. On the engine it has one thread for most of its time, and so takes several times as
   * long.
   */
  private static final int CONCURRENT_PER_EXPLORER = 16;

  /** Time for running searches to end when the node stops. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private final NodePolicies policies;
  private final LearnedFile file;
  private final int mostCallers;
  private final Executor background;
  private volatile boolean enabled;
  private volatile Curtail running;
  private volatile boolean saidBroken;
  private final AtomicInteger concurrent = new AtomicInteger();
  private volatile String policy;

  /** Knowledge of the learning policy when it served last; empty if none. */
  private String learned;

  /**
   * Starts the engine.
   *
   * @param policies the policies that the node can use
   * @param file knowledge of the learning policy, read at the start and written later
   * @param mostCallers maximum number of OpenSearch threads with a search at the same time
   * @param background closes replaced engines, which waits for their searches
   */
  NodeEngine(
      NodePolicies policies,
      LearnedFile file,
      int mostCallers,
      boolean enabled,
      String policy,
      Executor background) {
    this.policies = policies;
    this.file = file;
    this.mostCallers = mostCallers;
    this.enabled = enabled;
    this.policy = policy;
    this.background = background;
    learned = file.read();
    running =
        policy.equals(CurtailSettings.AUTOMATIC)
            ? start(automatic(), mostCallers)
            : start(policies.named(policy));
  }

  private Curtail start(Policy of) {
    return start(Curtail.with(of), Math.max(mostCallers, policies.threads(of)));
  }

  private Curtail start(Setup setup, int threads) {
    return setup
        .cores(policies.cores())
        // Each caller brings its own thread and begins at once.
        .threads(threads)
        // The admission queue rejects before the engine does, since it knows the query. In mode
        // executor there is none, and as many tasks may wait.
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

  /** True if the engine serves nothing more; another policy starts another engine. */
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

  /** The value of the setting. */
  String policy() {
    return policy;
  }

  /**
   * Changes the policy for new searches. Running searches continue; those on a replaced engine end
   * on it. The learning policy begins with its knowledge from the last time. If this node cannot
   * use the policy, though another node accepted it, it keeps the old one: a node that fails to
   * apply a setting is removed from its cluster.
   */
  synchronized void policy(String name) {
    if (name.equals(policy)) {
      return;
    }
    updateLearned();
    try {
      switchTo(name);
    } catch (IllegalArgumentException e) {
      LOG.warn("this node keeps the policy {}: {}", policy, e.getMessage());
      return;
    }
    policy = name;
  }

  private void switchTo(String name) {
    if (name.equals(CurtailSettings.AUTOMATIC)) {
      replaceEngine(start(automatic(), mostCallers));
      return;
    }
    Policy next = policies.named(name);
    if (policy.equals(CurtailSettings.AUTOMATIC)
        || policies.threads(next) > running.threads()
        || isBroken()) {
      replaceEngine(start(next));
    } else {
      running.policy(next);
    }
  }

  private void replaceEngine(Curtail next) {
    Curtail before = running;
    running = next;
    saidBroken = false;
    background.execute(before::close);
  }

  private void updateLearned() {
    running.autopilot().ifPresent(pilot -> learned = knowledge(pilot));
  }

  /** Writes the learning policy's knowledge to its file. */
  void save() {
    String text;
    synchronized (this) {
      updateLearned();
      text = learned;
    }
    // Outside the lock: a policy change must not wait for the disk, since the cluster waits for it.
    file.write(text);
  }

  private static String knowledge(Autopilot pilot) {
    var text = new StringWriter();
    try {
      pilot.export(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // a StringWriter does not fail
    }
    return text.toString();
  }

  /**
   * Returns true if a search that begins now stays with OpenSearch, because the engine would hardly
   * use several threads for it.
   *
   * @param isConcurrent true if OpenSearch searches its segments at the same time
   */
  boolean isLeftToOpenSearch(boolean isConcurrent) {
    Policy policy = running.policy();
    return (isConcurrent && policy instanceof Exploration)
        ? concurrent.incrementAndGet() % CONCURRENT_PER_EXPLORER != 0
        : policy.maxDegree() == 1;
  }

  /** The current engine. */
  Curtail running() {
    return running;
  }

  /**
   * Reserves a place on the engine for a search that begins at once. The caller runs its search
   * with it or closes it. Null if the search would have to wait, or the engine was replaced
   * meanwhile.
   *
   * @param beside number of searches that OpenSearch serves now, which use cores too
   */
  @Nullable Reservation tryReserve(RequestOptions options, int beside) {
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
    place.close(); // others took the free threads meanwhile
    return null;
  }

  /** Checks before the request arrives, since the engine counts a request that is withdrawn. */
  private boolean startsAtOnce(Curtail engine, RequestOptions options, int busy) {
    Policy policy = engine.policy();
    var newcomer = new Progress(0, 0, 0, 0, 0, options.prediction(), options.priorityClass());
    return busy < threads(policy, engine.threads())
        && policy
            .admit(newcomer, new Load(busy + 1, 1, busy, policies.cores()))
            .equals(Admission.START);
  }

  /** Maximum number of threads that serve with this policy at the same time. */
  private int threads(Policy policy, int ofEngine) {
    int wanted = policy.threads(policies.cores());
    return Math.min(wanted == Policy.UNLIMITED ? mostCallers : wanted, ofEngine);
  }

  @Override
  public void close() {
    try {
      save();
    } finally {
      running.close(GRACE);
    }
  }
}
