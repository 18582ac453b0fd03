package org.curtail.runtime;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * A request that has arrived without its work and without a thread. A reservation is for callers
 * from a pool whose threads should not wait. {@link Curtail#reserve} makes it.
 *
 * <pre>{@code
 * Reservation place = curtail.reserve(RequestOptions.NONE);
 * place.granted().thenRun(() -> pool.execute(() -> {
 *   try (place) {
 *     answer(place.run(work));
 *   }
 * }));
 * }</pre>
 *
 * <p>From its arrival on, the request counts in the load and waits in the same order as all others.
 * When the policy has admitted the request, the reservation is granted. The engine then keeps the
 * place of a thread until the caller has {@linkplain #run run} the work, or {@linkplain #close
 * gives the place back}. The time until the caller comes is {@link Timeline#handOffNanos}. So
 * always close a granted reservation. The callers' pool must have a thread for each request that
 * {@linkplain Setup#mostStarted may have started}. Otherwise all threads of the pool could wait for
 * the engine, and no caller could come.
 *
 * <p>The engine does not call {@link SharedWork#prediction} and {@link SharedWork#wantsCpuTime},
 * because the work does not exist when the request arrives.
 *
 * <p>Safe for all threads.
 */
public final class Reservation implements AutoCloseable {
  private final Engine engine;
  final Worker caller;
  final Work work;
  final Request<Object, Object> request;
  private final AtomicBoolean used = new AtomicBoolean();
  private volatile boolean alone;

  private Reservation(Curtail curtail, RequestOptions options) {
    engine = curtail.engine();
    caller = Worker.ofLateCaller(engine);
    work = new Work(this);
    request = engine.request(work, options, caller);
  }

  /** Makes a reservation: see {@link Curtail#reserve}. */
  static Reservation in(Curtail curtail, RequestOptions options) {
    if (curtail.engine().classes != null) {
      throw new IllegalStateException("an engine with classes of speed has no reservations");
    }
    StackReserve.toServe();
    var reservation = new Reservation(curtail, options);
    reservation.arrive();
    return reservation;
  }

  private void arrive() {
    request
        .ticket()
        .completion()
        .whenComplete((result, failure) -> {
          if (failure != null) {
            work.granted.completeExceptionally(failure);
          }
        });
    caller.wakeAt(request.deadlineNanos());
    if (!engine.accept(request, false)) {
      alone = true;
      work.tellGranted();
    }
  }

  /**
   * Returns a stage that completes with this reservation when the policy has admitted the request;
   * perhaps already in {@link Curtail#reserve}. The stage fails if the request ends before that:
   * with a {@link DeadlineExceededException}, or with a {@link CancellationException} if the
   * reservation was closed, or the engine by force. Dependent stages run on the thread that made
   * room, if they are not asynchronous. That thread serves no request during this time. So long
   * stages should be asynchronous.
   */
  public CompletionStage<Reservation> granted() {
    return work.granted.minimalCompletionStage();
  }

  /** True if {@link #granted} is done, and has not failed. */
  public boolean isGranted() {
    return work.granted.isDone() && !work.granted.isCompletedExceptionally();
  }

  /**
   * True if the request is served outside the policy, because the queue is full under {@link
   * Overload#RUN_SEQUENTIALLY}.
   */
  boolean isAlone() {
    return alone;
  }

  /**
   * Serves the request on this thread, as {@link Curtail#run(SharedWork)} does. Waits first if the
   * reservation has not been granted. May be called once.
   *
   * @return the result; a partial result if the deadline passed and the work could make one
   * @throws ExecutionException if the request failed. The cause is the first exception that the
   *     work threw, or a {@link DeadlineExceededException}
   * @throws InterruptedException if this thread is interrupted; the request stops at its next chunk
   *     border
   * @throws CancellationException if the engine was closed by force
   * @throws IllegalStateException if the reservation has been used or closed; or if it has not been
   *     granted and this thread serves another request of the engine
   */
  public <R> R run(SharedWork<?, R> late) throws InterruptedException, ExecutionException {
    requireNonNull(late, "work");
    StackReserve.toServe();
    if (engine.isServing() && !isGranted()) {
      throw new IllegalStateException("a request cannot wait for another one to be granted");
    }
    if (!used.compareAndSet(false, true)) {
      throw new IllegalStateException("a reservation is for one request; it was used or closed");
    }
    work.setWork(late);
    @SuppressWarnings("unchecked") // The result is what the work made.
    R result = (R) serve();
    return result;
  }

  private Object serve() throws InterruptedException, ExecutionException {
    if (alone) {
      Worker.serveAlone(engine, request);
      Worker.awaitBroken(engine, request.ticket());
      return request.ticket().get();
    }
    caller.useCurrentThread();
    boolean nested = engine.isServing();
    engine.enterService();
    try {
      return caller.serveOwn(request);
    } finally {
      if (!nested) {
        engine.leaveService();
      }
    }
  }

  /**
   * Cancels the request if {@link #run} has not been called; otherwise does nothing. A caller that
   * waits in {@link #run} goes on waiting.
   */
  @Override
  public void close() {
    if (!used.compareAndSet(false, true)) {
      return;
    }
    StackReserve.toServe();
    engine.cancel(request);
    try {
      serve();
    } catch (CancellationException | ExecutionException e) {
      // The work was never begun, so it has no failure.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * The work of a {@link Reservation}. The reservation's caller supplies it and begins it. Nothing
   * of the work is called before that.
   */
  static final class Work implements SharedWork<Object, Object>, Request.ReservedWork {
    /** Done when the request may begin; failed if the request has ended before that. */
    final CompletableFuture<Reservation> granted = new CompletableFuture<>();

    private final Reservation reservation;
    private volatile @Nullable SharedWork<Object, Object> work;

    Work(Reservation reservation) {
      this.reservation = reservation;
    }

    /**
     * Sets the work. The cast is safe: the engine gives the work only workers that this work has
     * made.
     */
    @SuppressWarnings("unchecked")
    void setWork(SharedWork<?, ?> late) {
      work = (SharedWork<Object, Object>) late;
    }

    @Override
    public void tellGranted() {
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
}
