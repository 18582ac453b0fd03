package org.curtail.app.bench;

import java.util.List;
import java.util.concurrent.ExecutionException;
import org.apache.lucene.search.TopDocs;
import org.curtail.app.search.Workload;
import org.curtail.lucene.CurtailSearcher;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.curtail.runtime.Ticket;

/** A policy on curtail's engine. */
final class CurtailContender implements Contender {
  private final String name;
  private final Workload workload;
  private final Curtail curtail;
  private final CurtailSearcher searcher;

  CurtailContender(String name, Curtail.Setup setup, Workload workload) {
    this.name = name;
    this.workload = workload;
    this.curtail = setup.start();
    this.searcher = new CurtailSearcher(workload.reader(), curtail);
    searcher.setQueryCache(null);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    var search =
        searcher.work(workload.queries().get(query), searcher.topHitsManager(workload.topHits()));
    return new TicketAnswer(curtail.submit(new Polling<>(search, poll)));
  }

  @Override
  public void close() {
    curtail.close();
  }

  /** Looks for new arrivals before each chunk. */
  private record Polling<W, R>(SharedWork<W, R> in, Runnable poll) implements SharedWork<W, R> {
    @Override
    public void begin() throws Exception {
      in.begin();
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

  private record TicketAnswer(Ticket<TopDocs> ticket) implements Answer {
    @Override
    public TopDocs await() throws Exception {
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
