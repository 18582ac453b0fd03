package org.curtail.runtime;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.curtail.dispatch.AdmissionQueue;
import org.curtail.dispatch.DispatchedRequest;
import org.curtail.speed.SpeedAllocator;
import org.curtail.speed.SpeedEnforcer;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedRequest;
import org.jspecify.annotations.Nullable;

/**
 * Which class of cores each request is for, on an engine with classes of speed; on others it has
 * nothing to do. The {@link SpeedAllocator} decides, at every dispatch; threads follow at the
 * borders of chunks. Guarded by the dispatcher's lock.
 */
final class SpeedPlacing implements SpeedEnforcer<SpeedPlace> {
  /**
   * Who has no thread for so long because another request does not come to the border at which it
   * would leave its own takes any that is idle: a chunk that is stuck holds up nobody else.
   */
  static final long PATIENCE_NANOS = 20_000_000;

  private final EngineThreads threads;
  private final AdmissionQueue<Request<?, ?>> queue;

  /** Null on an engine without classes. */
  private final @Nullable SpeedAllocator<SpeedPlace> allocator;

  SpeedPlacing(
      @Nullable SpeedClasses classes, EngineThreads threads, AdmissionQueue<Request<?, ?>> queue) {
    this.threads = threads;
    this.queue = queue;
    allocator =
        classes == null
            ? null
            : new SpeedAllocator<>(
                classes.machine(), new ContainedSpeedPolicy(classes.policy()), this);
  }

  /** Another policy of speeds decides from now on. Whoever says so dispatches afterwards. */
  void serveBy(SpeedPolicy next) {
    if (allocator != null) {
      allocator.serveBy(new ContainedSpeedPolicy(next));
    }
  }

  /** Decides anew for all that run. */
  void place(long nowNanos) {
    if (allocator == null) {
      return;
    }
    if (nowNanos >= threads.awaitedNanos(PATIENCE_NANOS)) {
      stayWhereTheyAre(List.copyOf(allocator.served()), nowNanos);
    }
    allocator.place(nowNanos);
    threads.giveAwaited(nowNanos);
  }

  /** Nobody moves who has not moved yet; who has no thread gets any. */
  private void stayWhereTheyAre(List<SpeedPlace> places, long nowNanos) {
    threads.giveAny(nowNanos);
    for (SpeedPlace place : places) {
      if (place.threadClass() != SpeedRequest.NONE) {
        place.isFor(place.threadClass());
      } else if (place.speedClass() == SpeedRequest.NONE) {
        place.isFor(0);
      }
    }
    if (allocator != null) {
      allocator.repair(places);
    }
  }

  /** Whether there is room for this request, which is next; if so, it has its class. */
  boolean hasRoom(Request<?, ?> next, long nowNanos) {
    SpeedPlace place = next.place();
    return allocator == null
        || place == null
        || place.speedClass() != SpeedRequest.NONE
        || allocator.startNext(nowNanos);
  }

  void ended(Request<?, ?> request) {
    SpeedPlace place = request.place();
    if (allocator != null && place != null) {
      allocator.end(place);
    }
  }

  /** When the policy wants to be asked again, or somebody has waited for a thread for too long. */
  long nextNanos() {
    return allocator == null
        ? DispatchedRequest.NEVER
        : Math.min(allocator.nextAskNanos(), threads.awaitedNanos(PATIENCE_NANOS));
  }

  /**
   * Whether a request should leave this thread, at a border: it is for another class, and finds a
   * thread there, or somebody who is for this class has none of it.
   */
  boolean movesFrom(SpeedPlace place, Worker worker) {
    if (allocator == null || place.speedClass() == worker.speedClass) {
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

  /** After an error: these run. */
  void repair(Collection<Request<?, ?>> running, long nowNanos) {
    if (allocator == null) {
      return;
    }
    var places = new ArrayList<SpeedPlace>(running.size());
    for (Request<?, ?> request : running) {
      SpeedPlace place = request.place();
      if (place != null) {
        places.add(place);
      }
    }
    stayWhereTheyAre(places, nowNanos);
  }

  // ---- What the allocator asks and decides.

  /** The first may have its class already and be about to leave the queue. */
  private int leaving() {
    Request<?, ?> first = queue.first();
    SpeedPlace place = first == null ? null : first.place();
    return place == null || place.speedClass() == SpeedRequest.NONE ? 0 : 1;
  }

  @Override
  public int waiting() {
    return queue.size() - leaving();
  }

  @Override
  public @Nullable SpeedPlace next() {
    int place = leaving();
    if (place == 0) {
      Request<?, ?> first = queue.first();
      return first == null ? null : first.place();
    }
    return queue.size() == place ? null : queue.all().get(place).place();
  }

  @Override
  public long waitingArrivalNanos(int place) {
    return queue.all().get(place + leaving()).arrivalNanos;
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
}
