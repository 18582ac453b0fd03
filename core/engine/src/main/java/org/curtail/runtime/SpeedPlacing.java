package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.List;
import org.curtail.dispatch.AdmissionQueue;
import org.curtail.dispatch.Allocator;
import org.curtail.dispatch.Instants;
import org.curtail.speed.SpeedLoad;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedRequest;
import org.curtail.speed.SpeedWish;
import org.curtail.speed.place.PlacedThread;
import org.curtail.speed.place.SpeedAllocator;
import org.curtail.speed.place.SpeedEnforcer;
import org.jspecify.annotations.Nullable;

/**
 * Which class of cores each thread of a request is for, on an engine with classes of speed. The
 * {@link SpeedAllocator} decides, at every dispatch; threads follow at the borders of chunks.
 * Guarded by the engine's lock.
 *
 * <p>With one thread each, a request starts once there is room for it. With several, threads are
 * given first, as the policy of threads wants; those that have no core yet get one then, first
 * threads before further ones.
 */
final class SpeedPlacing implements SpeedEnforcer<SpeedPlace> {
  /**
   * Who has no thread for so long because another request does not come to the border at which it
   * would leave its own takes any that is idle: a chunk that is stuck holds up nobody else.
   */
  static final long PATIENCE_NANOS = 20_000_000;

  private final NanoClock clock;
  private final EngineThreads threads;
  private final Allocator<Request<?, ?>> dispatched;
  private final boolean oneThreadEach;
  private final PlacesInLine line;

  private final SpeedAllocator<SpeedPlace> allocator;

  SpeedPlacing(
      SpeedClasses classes,
      EngineThreads threads,
      Allocator<Request<?, ?>> dispatched,
      NanoClock clock) {
    this.clock = clock;
    this.threads = threads;
    this.dispatched = dispatched;
    oneThreadEach = classes.hasOneThreadEach();
    line = oneThreadEach ? new QueuedPlaces(dispatched.queue()) : new PlacesWithoutCore(threads);
    allocator =
        new SpeedAllocator<>(classes.machine(), new ContainedSpeedPolicy(classes.speeds()), this);
  }

  /** Another policy of speeds decides from now on. Whoever says so dispatches afterwards. */
  void serveBy(SpeedPolicy next) {
    allocator.serveBy(new ContainedSpeedPolicy(next));
  }

  /** Decides anew for all that run, before requests start that have one thread each. */
  void beforeDispatch(long nowNanos) {
    if (oneThreadEach) {
      place(nowNanos);
      threads.giveAwaited(nowNanos);
    }
  }

  /** Decides anew for all, once it is known how many threads each has. */
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

  /** Nobody moves who has not moved yet; who waits for a thread of its class gets any. */
  private void stayWhereTheyAre(List<SpeedPlace> places, long nowNanos) {
    threads.giveAny(nowNanos);
    for (SpeedPlace place : places) {
      if (place.hasThread()) {
        place.isFor(place.threadClass());
      }
    }
    allocator.place(places);
  }

  /** Whether there is room for this request, which is next; if so, it has its class. */
  boolean hasRoom(Request<?, ?> next, long nowNanos) {
    RequestPlaces places = next.places();
    return places == null
        || !oneThreadEach
        || places.only().hasClass()
        || allocator.startNext(nowNanos);
  }

  /** A thread, freed, has come back from its place for good. */
  void left(Worker worker) {
    SpeedPlace place = worker.place();
    if (place != null) {
      gone(place, clock.nanoTime());
    }
  }

  private void gone(SpeedPlace place, long nowNanos) {
    allocator.end(place);
    RequestPlaces places = place.request.places();
    if (places != null) {
      places.remove(place, nowNanos);
    }
  }

  /** When the policy wants to be asked again, or somebody has waited for a thread for too long. */
  long nextNanos() {
    return Math.min(allocator.nextAskNanos(), threads.awaitedNanos(PATIENCE_NANOS));
  }

  /**
   * Whether a request should leave this thread, at a border: it is for another class, and finds a
   * thread there, or somebody who is for this class has none of it.
   */
  boolean movesFrom(SpeedPlace place, Worker worker) {
    if (place.speedClass() == worker.speedClass) {
      return false;
    }
    if (threads.anyIdle(place.speedClass())) {
      return true;
    }
    for (SpeedPlace other : allocator.served()) {
      if (other.speedClass() == worker.speedClass && other.threadClass() != worker.speedClass) {
        return true;
      }
    }
    return false;
  }

  // ---- Which of its threads a request gives up.

  /**
   * Whether a request that has too many threads gives up this one, at a border. All are the same on
   * an engine without classes; else it is the one on the slowest core, for whose border the others
   * wait, but not for ever.
   */
  boolean isGivenUp(Request<?, ?> request, Worker worker, long nowNanos) {
    RequestPlaces places = request.places();
    if (places == null || places.all().isEmpty()) {
      return true;
    }
    return PlacedThread.givenUpFirst(places.all()).equals(worker.place())
        || nowNanos >= Instants.after(places.tooManyFromNanos(), PATIENCE_NANOS);
  }

  /**
   * Who has too many threads gives up those that are still to come, if they are the first to go.
   */
  void giveUpUnserved(Collection<Request<?, ?>> running, long nowNanos) {
    for (Request<?, ?> request : running) {
      RequestPlaces places = request.places();
      if (places != null) {
        giveUpUnserved(request, places, nowNanos);
        places.hasTooMany(request.threads() > request.share(), nowNanos);
      }
    }
  }

  private void giveUpUnserved(Request<?, ?> request, RequestPlaces places, long nowNanos) {
    while (request.threads() > request.share() && !places.all().isEmpty()) {
      SpeedPlace first = PlacedThread.givenUpFirst(places.all());
      // With one that goes on the request would be without any.
      if (first.hasThread() || first.duty() != Worker.Duty.HELP) {
        return;
      }
      giveUp(first, nowNanos);
    }
  }

  /** Nobody is to come any more to help this request. */
  void giveUpHelp(Request<?, ?> request) {
    RequestPlaces places = request.places();
    if (places == null) {
      return;
    }
    long nowNanos = clock.nanoTime();
    for (int i = places.all().size() - 1; i >= 0; i--) {
      SpeedPlace place = places.all().get(i);
      if (!place.hasThread() && place.duty() == Worker.Duty.HELP) {
        giveUp(place, nowNanos);
      }
    }
  }

  private void giveUp(SpeedPlace place, long nowNanos) {
    threads.awaitsNoMore(place);
    gone(place, nowNanos);
    dispatched.threadIsBack(place.request);
  }

  // ---- What the allocator asks and decides.

  @Override
  public int waiting() {
    return line.size();
  }

  @Override
  public @Nullable SpeedPlace next() {
    return line.next();
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return line.arrivalNanos(place);
  }

  @Override
  public void start(SpeedPlace place, int speedClass, long nowNanos) {
    place.isFor(speedClass);
    place.awaitsFromNanos = nowNanos;
  }

  @Override
  public void move(SpeedPlace place, int speedClass, long nowNanos) {
    place.isFor(speedClass);
  }

  /**
   * A policy of speeds that may throw, or wish what cannot be. It is reported once and not asked
   * again: requests run on any core that there is, fast ones first. If only memory or stack ran
   * out, it is asked again, and meanwhile all stay where they are. Guarded by the engine's lock.
   */
  static final class ContainedSpeedPolicy implements SpeedPolicy {
    private final SpeedPolicy policy;
    private final WhenFull whenFull;
    private final TransientErrors errors = new TransientErrors();
    private boolean failed;

    ContainedSpeedPolicy(SpeedPolicy policy) {
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
    public SpeedWish wish(SpeedRequest request, SpeedLoad load) {
      int fastest = load.machine().fastest();
      if (!failed) {
        try {
          SpeedWish wish = policy.wish(request, load);
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
      boolean stays = !failed && request.speedClass() != SpeedRequest.NONE;
      return SpeedWish.of(stays ? request.speedClass() : fastest);
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

  // ---- Who waits for a core.

  /** Who waits for a core of some class. Guarded by the engine's lock. */
  private interface PlacesInLine {
    int size();

    /** Who is next; null if nobody waits. */
    @Nullable SpeedPlace next();

    /**
     * When the request of one of them arrived.
     *
     * @param place 0, the next, to {@link #size} - 1
     */
    long arrivalNanos(int place);
  }

  /** Of requests with one thread each: those that have not started, in the order of the queue. */
  private record QueuedPlaces(AdmissionQueue<Request<?, ?>> queue) implements PlacesInLine {
    private static SpeedPlace place(Request<?, ?> request) {
      return requireNonNull(request.places()).only();
    }

    /** The first may have its class already and be about to leave the queue. */
    private int leaving() {
      Request<?, ?> first = queue.first();
      return first != null && place(first).hasClass() ? 1 : 0;
    }

    @Override
    public int size() {
      return queue.size() - leaving();
    }

    @Override
    public @Nullable SpeedPlace next() {
      if (leaving() == 0) {
        Request<?, ?> first = queue.first();
        return first == null ? null : place(first);
      }
      return queue.size() == 1 ? null : place(queue.all().get(1));
    }

    @Override
    public long arrivalNanos(int place) {
      return queue.all().get(place + leaving()).arrivalNanos();
    }
  }

  /** Of requests with several threads: those of them that are to come and have no core yet. */
  private record PlacesWithoutCore(EngineThreads threads) implements PlacesInLine {
    @Override
    public int size() {
      int count = 0;
      for (int i = 0; i < threads.awaitingCount(); i++) {
        count += threads.awaiting(i).hasClass() ? 0 : 1;
      }
      return count;
    }

    @Override
    public @Nullable SpeedPlace next() {
      return at(0);
    }

    @Override
    public long arrivalNanos(int place) {
      SpeedPlace one = at(place);
      if (one == null) {
        throw new IndexOutOfBoundsException(place);
      }
      return one.arrivalNanos();
    }

    private @Nullable SpeedPlace at(int number) {
      int left = number;
      for (int i = 0; i < threads.awaitingCount(); i++) {
        SpeedPlace place = threads.awaiting(i);
        if (!place.hasClass() && left-- == 0) {
          return place;
        }
      }
      return null;
    }
  }
}
