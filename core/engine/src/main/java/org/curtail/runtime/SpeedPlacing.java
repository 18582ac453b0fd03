package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.curtail.Prediction;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.dispatch.Instants;
import org.curtail.dispatch.RequestQueue;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.place.PlacedThread;
import org.curtail.speed.place.SpeedAllocator;
import org.curtail.speed.place.SpeedEnforcer;
import org.jspecify.annotations.Nullable;

/**
 * The class of cores of each thread of a request, on an engine with classes of speed. The {@link
 * SpeedAllocator} decides at every dispatch; threads follow at chunk borders. Guarded by the
 * engine's lock.
 *
 * <p>If each request has one thread, a request starts when there is room for it. If requests have
 * several threads, the policy of threads gives threads first. Then threads without a core get one:
 * first threads of requests go before further ones.
 */
final class SpeedPlacing implements SpeedEnforcer<SpeedPlacing.Place> {
  /**
   * Longest wait for a thread of the right class. After it, a place takes any idle thread. So a
   * stuck chunk delays only its own request.
   */
  static final long PATIENCE_NANOS = 20_000_000;

  private final NanoClock clock;
  private final EngineThreads threads;
  private final Allocator<Request<?, ?>> dispatched;
  private final boolean oneThreadEach;

  private final SpeedAllocator<Place> allocator;

  SpeedPlacing(
      SpeedClasses classes,
      EngineThreads threads,
      Allocator<Request<?, ?>> dispatched,
      NanoClock clock) {
    this.clock = clock;
    this.threads = threads;
    this.dispatched = dispatched;
    oneThreadEach = classes.hasOneThreadEach();
    allocator =
        new SpeedAllocator<>(classes.machine(), new GuardedSpeedPolicy(classes.speeds()), this);
  }

  /** Replaces the policy of speeds. The caller dispatches afterwards. */
  void serveBy(SpeedPolicy next) {
    allocator.serveBy(new GuardedSpeedPolicy(next));
  }

  /**
   * Decides again about all running requests, before further ones start. Only if each request has
   * one thread.
   */
  void beforeDispatch(long nowNanos) {
    if (oneThreadEach) {
      place(nowNanos);
      threads.giveAwaited(nowNanos);
    }
  }

  /**
   * Decides again about all requests, after their numbers of threads were decided. Only if requests
   * may have several threads.
   */
  void afterDispatch(long nowNanos) {
    if (!oneThreadEach) {
      threads.sortAwaiting(PlacedThread.FIRST_THREADS_FIRST);
      place(nowNanos);
      boolean changed;
      do {
        changed = allocator.startNext(nowNanos);
      } while (changed);
      threads.giveAwaited(nowNanos);
    }
  }

  private void place(long nowNanos) {
    if (nowNanos >= threads.awaitedNanos(PATIENCE_NANOS)) {
      stayWhereTheyAre(List.copyOf(allocator.served()), nowNanos);
    }
    allocator.place(nowNanos);
  }

  /**
   * Cancels all moves that have not happened. A place that waits for a thread of its class gets a
   * thread of any class.
   */
  private void stayWhereTheyAre(List<Place> places, long nowNanos) {
    threads.giveAny(nowNanos);
    for (Place place : places) {
      if (place.hasThread()) {
        place.setClass(place.threadClass());
      }
    }
    allocator.place(places);
  }

  /**
   * True if there is room for this request, the next one to start. The request then has its class.
   */
  boolean hasRoom(Request<?, ?> next, long nowNanos) {
    Places places = next.places();
    return places == null
        || !oneThreadEach
        || places.only().hasClass()
        || allocator.startNext(nowNanos);
  }

  /** Takes back a thread that has left its place for good. */
  void left(Worker worker) {
    Place place = worker.place();
    if (place != null) {
      gone(place, clock.nanoTime());
    }
  }

  private void gone(Place place, long nowNanos) {
    allocator.end(place);
    Places places = place.request.places();
    if (places != null) {
      places.remove(place, nowNanos);
    }
  }

  /**
   * The next moment at which the policy wants to be asked, or at which a place has waited too long
   * for a thread.
   */
  long nextNanos() {
    return Math.min(allocator.nextAskNanos(), threads.awaitedNanos(PATIENCE_NANOS));
  }

  /**
   * True if a place should leave this thread at a border. The place must be for another class.
   * Also, either that class has an idle thread, or another place that is for this thread's class
   * has no thread of it.
   */
  boolean movesFrom(Place place, Worker worker) {
    if (place.speedClass() == worker.speedClass) {
      return false;
    }
    if (threads.anyIdle(place.speedClass())) {
      return true;
    }
    for (Place other : allocator.served()) {
      if (other.speedClass() == worker.speedClass && other.threadClass() != worker.speedClass) {
        return true;
      }
    }
    return false;
  }

  // ---- Which of its threads a request gives up.

  /**
   * True if a request with too many threads gives up this thread at a border. Without classes,
   * every thread is as good. With classes, the request gives up the thread on the slowest core. The
   * other threads wait for the border of that one, but not longer than {@link #PATIENCE_NANOS}.
   */
  boolean isGivenUp(Request<?, ?> request, Worker worker, long nowNanos) {
    Places places = request.places();
    if (places == null || places.all().isEmpty()) {
      return true;
    }
    return PlacedThread.givenUpFirst(places.all()).equals(worker.place())
        || nowNanos >= Instants.after(places.tooManyFromNanos(), PATIENCE_NANOS);
  }

  /**
   * Makes requests above their share give up threads that have not started yet, if these are the
   * first to give up.
   */
  void giveUpUnserved(Collection<Request<?, ?>> running, long nowNanos) {
    for (Request<?, ?> request : running) {
      Places places = request.places();
      if (places != null) {
        giveUpUnserved(request, places, nowNanos);
        places.noteTooMany(request.threads() > request.threadLimit(), nowNanos);
      }
    }
  }

  private void giveUpUnserved(Request<?, ?> request, Places places, long nowNanos) {
    while (request.threads() > request.threadLimit() && !places.all().isEmpty()) {
      Place first = PlacedThread.givenUpFirst(places.all());
      // Without a thread that begins or continues it, the request would have none.
      if (first.hasThread() || first.duty() != Worker.Duty.HELP) {
        return;
      }
      giveUp(first, nowNanos);
    }
  }

  /** Gives up all helpers of this request that have not started yet. */
  void giveUpHelp(Request<?, ?> request) {
    Places places = request.places();
    if (places == null) {
      return;
    }
    long nowNanos = clock.nanoTime();
    for (int i = places.all().size() - 1; i >= 0; i--) {
      Place place = places.all().get(i);
      if (!place.hasThread() && place.duty() == Worker.Duty.HELP) {
        giveUp(place, nowNanos);
      }
    }
  }

  private void giveUp(Place place, long nowNanos) {
    threads.awaitsNoMore(place);
    gone(place, nowNanos);
    dispatched.threadIsBack(place.request);
  }

  // ---- Questions and decisions of the allocator.

  @Override
  public void start(Place place, int speedClass, long nowNanos) {
    place.setClass(speedClass);
    place.awaitsFromNanos = nowNanos;
  }

  @Override
  public void move(Place place, int speedClass, long nowNanos) {
    place.setClass(speedClass);
  }

  /**
   * A policy of speeds that may throw or give an impossible answer. The fault is reported once, and
   * the policy is not asked again: requests then run on any free core, fast ones first. If only
   * memory or stack ran out, the policy is asked again, and meanwhile all requests stay where they
   * are. Guarded by the engine's lock.
   */
  static final class GuardedSpeedPolicy implements SpeedPolicy {
    private final SpeedPolicy policy;
    private final WhenFull whenFull;
    private final FaultReport.TransientErrors errors = new FaultReport.TransientErrors();
    private boolean failed;

    GuardedSpeedPolicy(SpeedPolicy policy) {
      this.policy = policy;
      whenFull = policy.whenFull();
    }

    @Override
    public String name() {
      return policy.name();
    }

    @Override
    public WhenFull whenFull() {
      return failed ? WhenFull.TAKES_ANY : whenFull;
    }

    @Override
    public SpeedPolicy.Wish wish(SpeedPolicy.RequestView request, SpeedPolicy.LoadView load) {
      int fastest = load.machine().fastest();
      if (!failed) {
        try {
          SpeedPolicy.Wish wish = policy.wish(request, load);
          if (wish.speedClass() > fastest || wish.againAtAgeNanos() <= request.ageNanos()) {
            throw new IllegalStateException(
                "%s at an age of %d ns; expected a class up to %d, and a later age"
                    .formatted(wish, request.ageNanos(), fastest));
          }
          if (errors.inARow != 0) {
            errors.passed();
          }
          return wish;
        } catch (Throwable e) {
          report(e);
        }
      }
      boolean stays = !failed && request.speedClass() != SpeedPolicy.RequestView.NONE;
      return SpeedPolicy.Wish.of(stays ? request.speedClass() : fastest);
    }

    private void report(Throwable e) {
      if (!errors.mayPass(e)) {
        failed = true;
        FaultReport.error(
            "policy of speeds "
                + policy.getClass().getName()
                + " failed; requests run on any core from now on",
            e);
      }
    }
  }

  // ---- What waits for a core: requests in the queue if each has one thread, otherwise places.

  @Override
  public int waiting() {
    if (oneThreadEach) {
      return dispatched.queue().size() - leaving();
    }
    int count = 0;
    for (int i = 0; i < threads.awaitingCount(); i++) {
      count += threads.awaiting(i).hasClass() ? 0 : 1;
    }
    return count;
  }

  @Override
  public @Nullable Place next() {
    if (!oneThreadEach) {
      return withoutCore(0);
    }
    RequestQueue<Request<?, ?>> queue = dispatched.queue();
    if (leaving() == 0) {
      Request<?, ?> first = queue.first();
      return first == null ? null : only(first);
    }
    return queue.size() == 1 ? null : only(queue.all().get(1));
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return oneThreadEach
        ? dispatched.queue().all().get(place + leaving()).arrivalNanos()
        : requireNonNull(withoutCore(place)).arrivalNanos();
  }

  private static Place only(Request<?, ?> request) {
    return requireNonNull(request.places()).only();
  }

  /** The first request may have its class already and be about to leave the queue. */
  private int leaving() {
    Request<?, ?> first = dispatched.queue().first();
    return first != null && only(first).hasClass() ? 1 : 0;
  }

  private @Nullable Place withoutCore(int number) {
    int left = number;
    for (int i = 0; i < threads.awaitingCount(); i++) {
      Place place = threads.awaiting(i);
      if (!place.hasClass() && left-- == 0) {
        return place;
      }
    }
    return null;
  }

  /**
   * The place of one thread of a request, on an engine with classes of speed. A place has the class
   * that the policy wants, the class of its thread, and the work done. A thread of the engine comes
   * to the place, and may leave it to another thread. Guarded by the engine's lock, except where
   * said.
   */
  static final class Place implements PlacedThread {
    final Request<?, ?> request;
    private final SpeedMachine machine;

    /** Duty of the next thread that comes. */
    private Worker.Duty duty;

    /** The class that the policy wants for this place; read at every border without the lock. */
    private volatile int speedClass = NONE;

    /** Class of the thread that serves here or is waking up for it; NONE without a thread. */
    private int threadClass = NONE;

    /** Class of the last thread that left this place to another thread; NONE if no thread has. */
    private int leftClass = NONE;

    /** The moment at which this place began to wait for a thread of its class. */
    long awaitsFromNanos;

    /** Work done before the present thread came. */
    private double workNanos;

    private long threadFromNanos;

    private long nowNanos;
    private boolean oldest;

    Place(Request<?, ?> request, SpeedMachine machine, Worker.Duty duty) {
      this.request = request;
      this.machine = machine;
      this.duty = duty;
    }

    private Places places() {
      return requireNonNull(request.places());
    }

    Worker.Duty duty() {
      return duty;
    }

    @Override
    public int speedClass() {
      return speedClass;
    }

    void setClass(int aClass) {
      speedClass = aClass;
    }

    /** True if the policy has decided on a class. */
    boolean hasClass() {
      return speedClass != NONE;
    }

    int threadClass() {
      return threadClass;
    }

    /** True if a thread serves here or is waking up for it. */
    boolean hasThread() {
      return threadClass != NONE;
    }

    /**
     * Class of the last thread that left this place to another thread; NONE for the first thread.
     */
    int leftClass() {
      return leftClass;
    }

    /** Notes that a thread is waking up for this place. */
    void threadComes(int ofClass, long atNanos) {
      threadClass = ofClass;
      threadFromNanos = atNanos;
      places().noteServed();
    }

    /** Notes that the thread leaves this place to another thread with this duty. */
    void threadLeaves(Worker.Duty next, long atNanos) {
      workNanos = workNanos(atNanos);
      leftClass = threadClass;
      threadClass = NONE;
      awaitsFromNanos = atNanos;
      duty = next;
    }

    /** Work done here: nanoseconds on a core of speed 1. */
    double workNanos(long atNanos) {
      if (threadClass == NONE || !request.hasStarted()) {
        return workNanos;
      }
      long sinceNanos = Math.max(threadFromNanos, request.path().startNanos());
      return workNanos + Math.max(atNanos - sinceNanos, 0) * machine.progress(threadClass);
    }

    @Override
    public boolean isFirst() {
      return equals(places().all().getFirst());
    }

    @Override
    public long requestNumber() {
      return request.id();
    }

    @Override
    public long arrivalNanos() {
      return request.arrivalNanos();
    }

    @Override
    public void seen(long atNanos, boolean isOldest) {
      // A clock may go back.
      nowNanos = Math.max(atNanos, request.arrivalNanos());
      oldest = isOldest;
    }

    @Override
    public long ageNanos() {
      return nowNanos - request.arrivalNanos();
    }

    @Override
    public long servedNanos() {
      return places().servedNanos(nowNanos);
    }

    @Override
    public double attainedNanos() {
      return places().attainedNanos(nowNanos);
    }

    @Override
    public Prediction prediction() {
      return request.options().prediction();
    }

    @Override
    public boolean isOldest() {
      return oldest;
    }
  }

  /**
   * The places of a request on an engine with classes of speed: one for each of its threads, even
   * before a thread has come. Guarded by the engine's lock.
   */
  static final class Places {
    private final Request<?, ?> request;
    private final SpeedMachine machine;

    /** True if each request has one thread; its place then exists before the request starts. */
    private final boolean oneThreadEach;

    private final List<Place> places = new ArrayList<>(1);
    private final List<Place> shown = Collections.unmodifiableList(places);

    /** True once a thread has come. */
    private boolean isServed;

    /** Work of threads that have left for good. */
    private double leftNanos;

    /**
     * The moment at which the request began to have more threads than it may keep; NEVER if it has
     * not more.
     */
    private long tooManyFromNanos = DispatchedRequest.NEVER;

    /** Places of a request that has not started. */
    Places(Request<?, ?> request, SpeedClasses classes) {
      this.request = request;
      machine = classes.machine();
      oneThreadEach = classes.hasOneThreadEach();
      if (oneThreadEach) {
        add(Worker.Duty.BEGIN);
      }
    }

    /** All places, in the order in which they were added. */
    List<Place> all() {
      return shown;
    }

    /** The place of a request that has one thread at a time. */
    Place only() {
      return places.getFirst();
    }

    /** Returns the place of its first thread. */
    Place begin() {
      return oneThreadEach ? only() : add(Worker.Duty.BEGIN);
    }

    /** Adds a place for a thread to come. */
    Place add(Worker.Duty duty) {
      var place = new Place(request, machine, duty);
      places.add(place);
      return place;
    }

    /** Removes the place of a thread that has left for good. */
    void remove(Place place, long nowNanos) {
      leftNanos += place.workNanos(nowNanos);
      places.remove(place);
    }

    /** Notes that a thread has come. */
    void noteServed() {
      isServed = true;
    }

    /** Notes whether the request has more threads than it may keep. */
    void noteTooMany(boolean has, long nowNanos) {
      if (!has) {
        tooManyFromNanos = DispatchedRequest.NEVER;
      } else if (tooManyFromNanos == DispatchedRequest.NEVER) {
        tooManyFromNanos = nowNanos;
      }
    }

    /**
     * The moment at which the request began to have more threads than it may keep; NEVER if it has
     * not more.
     */
    long tooManyFromNanos() {
      return tooManyFromNanos;
    }

    /** Time since the first thread came. */
    long servedNanos(long nowNanos) {
      return isServed && request.hasStarted()
          ? Math.max(nowNanos - request.path().startNanos(), 0)
          : 0;
    }

    /** Work of all threads, each by its speed, useful or not. */
    double attainedNanos(long nowNanos) {
      double nanos = leftNanos;
      for (Place place : places) {
        nanos += place.workNanos(nowNanos);
      }
      return nanos;
    }
  }
}
