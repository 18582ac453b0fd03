package org.curtail.runtime;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The work of a {@link Reservation}: there once its caller comes, who alone begins with it. Until
 * then nothing of it is called.
 */
final class ReservedWork implements SharedWork<Object, Object> {
  /** Done once the request may begin; failed if it has ended before. */
  final CompletableFuture<Reservation> granted = new CompletableFuture<>();

  private final Reservation reservation;
  private volatile @Nullable SharedWork<Object, Object> work;

  /** The next of those that are to be told; guarded by the engine's lock. */
  @Nullable ReservedWork nextGranted;

  ReservedWork(Reservation reservation) {
    this.reservation = reservation;
  }

  /** What its caller comes with. The engine uses workers only as this work itself made them. */
  @SuppressWarnings("unchecked")
  void is(SharedWork<?, ?> late) {
    work = (SharedWork<Object, Object>) late;
  }

  /** Tells that it may begin, which may call users' code. */
  void tellGranted() {
    granted.complete(reservation);
  }

  private SharedWork<Object, Object> work() {
    SharedWork<Object, Object> late = work;
    if (late == null) {
      throw new IllegalStateException("begun before its work was there");
    }
    return late;
  }

  @Override
  public void ended(Timeline timeline) {
    SharedWork<Object, Object> late = work;
    if (late != null) {
      late.ended(timeline);
    }
  }

  @Override
  public void begin(int degree) throws Exception {
    work().begin(degree);
  }

  @Override
  public int chunks() throws Exception {
    return work().chunks();
  }

  @Override
  public Object join() throws Exception {
    return work().join();
  }

  @Override
  public boolean workersMove() {
    return work().workersMove();
  }

  @Override
  public void run(Object worker, int chunk, Checkpoint checkpoint) throws Exception {
    work().run(worker, chunk, checkpoint);
  }

  @Override
  public Object complete(List<Object> workers) throws Exception {
    return work().complete(workers);
  }

  @Override
  public Optional<Object> partial(List<Object> workers) throws Exception {
    return work().partial(workers);
  }
}
