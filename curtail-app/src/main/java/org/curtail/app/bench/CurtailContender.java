package org.curtail.app.bench;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.curtail.app.search.Found;
import org.curtail.app.search.Searches;
import org.curtail.app.search.Workload;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/** A policy on curtail's engine. */
final class CurtailContender implements Contender {
  private final String name;
  private final Curtail curtail;
  private final Searches searches;

  CurtailContender(String name, Curtail.Setup setup, Workload workload) {
    this.name = name;
    this.curtail = setup.start();
    this.searches = Searches.on(curtail, workload);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    return new TicketAnswer(curtail.submit(new Polling<>(searches.work(query), poll)));
  }

  @Override
  public void close() {
    curtail.close();
  }

  /** Looks for new arrivals before each chunk. */
  private record Polling<W, R>(SharedWork<W, R> in, Runnable poll) implements SharedWork<W, R> {
    @Override
    public void begin(int degree) throws Exception {
      in.begin(degree);
    }

    @Override
    public int chunks() throws Exception {
      return in.chunks();
    }

    @Override
    public W join() throws Exception {
      return in.join();
    }

    @Override
    public void run(W worker, int chunk, Checkpoint checkpoint) throws Exception {
      poll.run();
      in.run(worker, chunk, checkpoint);
    }

    @Override
    public R complete(List<W> workers) throws Exception {
      return in.complete(workers);
    }
  }

  private record TicketAnswer(Ticket<Found> ticket) implements Answer {
    @Override
    public Found await() throws Exception {
      try {
        return ticket.get();
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }

    @Override
    public long endNanos() {
      return ticket.timeline().endNanos();
    }

    @Override
    public long startNanos() {
      return ticket.timeline().startNanos();
    }

    @Override
    public long threadNanos() {
      return ticket.timeline().threadNanos();
    }

    @Override
    public int peakDegree() {
      return ticket.timeline().peakDegree();
    }
  }
}
