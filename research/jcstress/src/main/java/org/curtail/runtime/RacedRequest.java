package org.curtail.runtime;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.curtail.Decision;
import org.curtail.Load;
import org.curtail.Policy;
import org.curtail.Progress;
import org.curtail.speed.SpeedClass;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/** An open request whose threads are driven by a test; no thread of the engine takes part. */
final class RacedRequest {
  static final int CHUNKS = 2;

  private static final SpeedMachine TWO_CLASSES =
      SpeedMachine.ofCores(
          new SpeedClass("slow", 1, 0.5, 1, 0), new SpeedClass("fast", 1, 1, 2, 0));

  final Request<int[], Integer> request;

  private final Curtail curtail;
  private final Worker first;

  /** Equal to the first if there is no other. */
  private final Worker other;

  private final AtomicInteger announced = new AtomicInteger();

  /** Constant degree with as many threads. */
  private record Degree(int degree) implements Policy {
    @Override
    public Decision decide(Progress running, Load load) {
      return Decision.keep(degree);
    }

    @Override
    public int maxDegree() {
      return 2;
    }

    @Override
    public int threads(int cores) {
      return degree;
    }
  }

  /** Each worker counts its chunks, without synchronization of its own. */
  private static final class Counted implements SharedWork<int[], Integer> {
    @Override
    public int chunks() {
      return CHUNKS;
    }

    @Override
    public int[] join() {
      return new int[1];
    }

    @Override
    public void run(int[] worker, int chunk, Checkpoint checkpoint) {
      worker[0]++;
    }

    @Override
    public Integer complete(List<int[]> workers) {
      return workers.stream().mapToInt(worker -> worker[0]).sum();
    }
  }

  private final class Listener implements RequestListener {
    @Override
    public void ended(long ended, Timeline timeline) {
      announced.incrementAndGet();
    }
  }

  RacedRequest() {
    this(Curtail.with(new Degree(1)).cores(2));
  }

  /** Creates a request with a helper that has not arrived yet. */
  static RacedRequest withHelper() {
    return new RacedRequest(Curtail.with(new Degree(2)).cores(2));
  }

  /** Creates a request on an engine with a slow and a fast thread, begun by the slow one. */
  static RacedRequest onTwoClasses() {
    return new RacedRequest(Curtail.with(TWO_CLASSES, SpeedPolicy.allSlow()));
  }

  private RacedRequest(Setup setup) {
    curtail = setup.listener(new Listener()).unrecorded().startWithoutThreads();
    Engine engine = curtail.engine();
    request =
        new Request<>(
            engine.nextId(), new Counted(), RequestOptions.NONE, engine, engine.nanoTime(), null);
    engine.accept(request, true);
    first = curtail.workers().stream().filter(Worker::hasWork).findFirst().orElseThrow();
    other = curtail.workers().stream().filter(one -> !one.equals(first)).findFirst().orElse(first);
    // Enters and prepares.
    first.step();
    first.step();
  }

  /** Replaces the policy. */
  void policy(Policy next) {
    curtail.policy(next);
  }

  /** Directs all requests to the fast thread from now on. */
  void allFast() {
    curtail.speedPolicy(SpeedPolicy.allFast(TWO_CLASSES));
  }

  /** Serves everything given to the fast thread, until the request has ended. */
  void serveFast() {
    while (!request.ticket().isDone()) {
      other.step();
    }
  }

  /** Serves the rest, on all threads. */
  void serveAll() {
    while (curtail.workers().stream().anyMatch(Worker::hasWork)) {
      curtail.workers().forEach(Worker::step);
    }
  }

  /** Submits the same work again. */
  Ticket<Integer> submitAnother() {
    return curtail.submit(new Counted());
  }

  /** Closes the engine for new requests, and cancels the existing ones. */
  void cancelAll() {
    curtail.engine().refuse();
    curtail.engine().cancelAll();
  }

  /** The thread that began. */
  Worker worker() {
    return first;
  }

  /** Serves the request to its end, as the thread that began. */
  void serve() {
    while (worker().hasWork()) {
      worker().step();
    }
  }

  /** Serves it as the helper, which may come too late. */
  void help() {
    while (other.hasWork()) {
      other.step();
    }
  }

  /** Number of announcements of the end. */
  int announced() {
    return announced.get();
  }

  /** The submitter's result; -1 if cancelled, -2 if not done, -3 if failed. */
  int result() {
    return resultOf(request.ticket());
  }

  /** The result of any request. */
  static int resultOf(Ticket<Integer> ticket) {
    if (!ticket.isDone()) {
      return -2;
    }
    try {
      return ticket.get();
    } catch (java.util.concurrent.CancellationException e) {
      return -1;
    } catch (Exception e) {
      return -3;
    }
  }
}
