package org.curtail.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.testkit.Require.require;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.curtail.Load;
import org.curtail.Policy;
import org.jspecify.annotations.Nullable;

/**
 * Invariants of an engine between any two steps. Events of a listener, calls of the works and the
 * engine's lists ({@link ViewInvariants}) must agree. There are also invariants of each ended
 * request ({@link EndingInvariants}). Decides nothing and shares no code with the engine.
 */
final class Invariants implements RequestListener {
  /** A request as seen from outside. */
  static final class Seen {
    final ScriptedWork work;
    final RequestOptions options;
    long id;
    long arrivalNanos;
    long deadlineNanos;
    boolean refused;
    boolean begun;
    boolean cancelled;

    /** The request runs inside another one, so no caller has its ticket. */
    boolean inner;

    int degree;
    @Nullable Timeline timeline;
    @Nullable Ticket<Integer> ticket;

    Seen(ScriptedWork work, RequestOptions options) {
      this.work = work;
      this.options = options;
    }

    boolean hasEnded() {
      return timeline != null;
    }
  }

  private final Curtail engine;
  private final int cores;
  private final NanoClock clock;
  private final ViewInvariants ofView;
  private final EndingInvariants ofEnds = new EndingInvariants(this);

  private final Map<Long, Seen> known = new LinkedHashMap<>();
  private final Map<Long, Seen> open = new LinkedHashMap<>();
  private final Deque<Seen> expected = new ArrayDeque<>();
  private final List<Seen> toBeDone = new ArrayList<>();
  private long latestNanos;

  /** All requests were cancelled, or a thread may be left in an abandoned one. */
  boolean allCancelled;

  boolean abandoned;

  /** True if threads record stints. */
  boolean hasSignals;

  Invariants(
      Curtail engine, Policy policy, int cores, int queueLimit, NanoClock clock, Relay relay) {
    this.engine = engine;
    this.cores = cores;
    this.clock = clock;
    ofView = new ViewInvariants(this, engine, policy, cores, queueLimit, clock);
    relay.to = this;
  }

  /**
   * Another policy serves from now on; so many threads are busy, perhaps in the middle of a step.
   */
  void servedBy(Policy next, int busy) {
    ofView.servedBy(next, busy);
  }

  /** At most so many requests may have started; 0 for as many as the policy wants. */
  void mostStarted(int requests) {
    ofView.mostStarted = requests > 0 ? requests : Integer.MAX_VALUE;
  }

  /** The engine has classes of speed. */
  void ofSpeeds(@Nullable SpeedInvariants speeds) {
    ofView.ofSpeeds = speeds;
  }

  SpeedInvariants ofSpeeds() {
    return Objects.requireNonNull(ofView.ofSpeeds);
  }

  /** The next request that arrives will be this one. */
  Seen expect(ScriptedWork work, RequestOptions options) {
    var seen = new Seen(work, options);
    expected.push(seen);
    return seen;
  }

  /** Requests that have arrived and not ended. */
  Collection<Seen> open() {
    return open.values();
  }

  /** The latest moment that the engine has seen. */
  long latestNanos() {
    return latestNanos;
  }

  List<Seen> all() {
    return new ArrayList<>(known.values());
  }

  // ---- Calls of the engine. A wrong is noted: the engine would take an exception for a
  // listener's.

  private final List<String> wrongs = new ArrayList<>();

  private void wrongIf(boolean wrong, String what, long request) {
    if (wrong) {
      wrongs.add("request " + request + ": " + what);
    }
  }

  Seen seen(long request) {
    Seen seen = known.get(request);
    if (seen == null) {
      throw new IllegalStateException("request " + request + " never arrived");
    }
    return seen;
  }

  /** After it was abandoned its threads may still come and go. */
  boolean isOver(Seen seen) {
    return seen.hasEnded() && !abandoned;
  }

  @Override
  public void arrived(long request, long atNanos, RequestOptions options) {
    Seen seen = expected.pop();
    wrongIf(known.containsKey(request), "arrived twice", request);
    wrongIf(!options.equals(seen.options), "arrived as another", request);
    try {
      // Of those that started before this one came, it is no rival.
      ofView.checkOrder(engine.engine().view());
    } catch (AssertionError e) {
      wrongs.add(String.valueOf(e.getMessage()));
    }
    seen.id = request;
    seen.arrivalNanos = atNanos;
    seen.deadlineNanos =
        options.timeoutNanos() == RequestOptions.NO_TIMEOUT
            ? Long.MAX_VALUE
            : atNanos + options.timeoutNanos();
    known.put(request, seen);
    open.put(request, seen);
  }

  @Override
  public void refused(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(seen.refused || seen.begun || seen.hasEnded(), "refused too late", request);
    seen.refused = true;
    seen.work.over = true;
    open.remove(request);
  }

  @Override
  public void started(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(seen.begun || seen.refused || isOver(seen), "started out of order", request);
    seen.begun = true;
    seen.degree = 1;
  }

  @Override
  public void degreeChanged(long request, long atNanos, int degree) {
    Seen seen = seen(request);
    wrongIf(!seen.begun || isOver(seen), "changed out of order", request);
    wrongIf(Math.abs(degree - seen.degree) != 1, seen.degree + " became " + degree, request);
    wrongIf(degree < 1 || degree > ofView.mostDegree(), "degree " + degree, request);
    seen.degree = degree;
  }

  @Override
  public void preempted(long request, long atNanos) {
    Seen seen = seen(request);
    wrongIf(!seen.begun || isOver(seen), "set aside out of order", request);
    wrongIf(seen.degree != 1, "set aside with " + seen.degree, request);
    wrongIf(!ofView.setsAside(), "set aside by nobody's wish", request);
    seen.degree = 0;
  }

  @Override
  public void ended(long request, Timeline timeline) {
    Seen seen = seen(request);
    wrongIf(seen.hasEnded() || seen.refused, "ended twice", request);
    seen.timeline = timeline;
    seen.work.over = !abandoned;
    open.remove(request);
    if (!seen.inner) {
      toBeDone.add(seen);
    }
  }

  // ---- What holds after each step. Plain conditions: this runs millions of times.

  void check(List<Worker> callers) {
    latestNanos = Math.max(latestNanos, clock.nanoTime());
    require(wrongs.isEmpty(), "%s", wrongs);
    for (Seen seen : open.values()) {
      require(seen.work.wrongs.isEmpty(), "request %d: %s", seen.id, seen.work.wrongs);
      require(seen.ticket == null || !seen.ticket.isDone(), "request %d is done early", seen.id);
    }
    if (!toBeDone.isEmpty()) {
      for (Seen seen : List.copyOf(toBeDone)) {
        // Its submitter has no ticket before submission is over.
        if (seen.ticket != null) {
          ofEnds.check(seen, ofView.mostDegree());
          toBeDone.remove(seen);
        }
      }
    }
    Engine.View view = engine.engine().view();
    var workers = new ArrayList<>(engine.workers());
    workers.addAll(callers);
    ofView.check(view, workers);
  }

  // ---- What holds when nothing is left to do.

  void checkQuiet(List<Worker> callers) {
    check(callers);
    assertThat(open.keySet()).as("requests that never ended").isEmpty();
    Engine.View view = engine.engine().view();
    assertThat(view.running()).isEmpty();
    assertThat(view.waiting()).isEmpty();
    assertThat(view.preempted()).isEmpty();
    assertThat(view.paused()).isEmpty();
    assertThat(view.idle()).hasSize(engine.threads());
    assertThat(engine.engine().load().remembering(0)).isEqualTo(new Load(0, 0, 0, cores));
    assertThat(engine.engine().isServing()).isFalse();
    for (Seen seen : known.values()) {
      assertThat(seen.refused ^ seen.hasEnded()).as("request %d", seen.id).isTrue();
      assertThat(seen.work.wrongs).as("request %d", seen.id).isEmpty();
      assertThat(seen.ticket != null || seen.refused || seen.inner).isTrue();
    }
    assertThat(toBeDone).isEmpty();
  }
}
