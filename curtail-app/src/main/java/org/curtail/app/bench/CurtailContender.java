package org.curtail.app.bench;

import java.util.concurrent.ExecutionException;
import org.curtail.measurement.search.SearchAnswer;
import org.curtail.measurement.search.Searches;
import org.curtail.measurement.search.Workload;
import org.curtail.runtime.Autopilot;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.Setup;
import org.curtail.runtime.Ticket;

/** A policy on curtail's engine. */
final class CurtailContender implements Contender {
  private final String name;
  private final Curtail curtail;
  private final Searches searches;

  CurtailContender(String name, Setup setup, Workload workload) {
    this.name = name;
    this.curtail = setup.start();
    this.searches = Searches.on(curtail, workload);
    rest();
  }

  @Override
  public void resume() {
    curtail.autopilot().ifPresent(Autopilot::thaw);
  }

  @Override
  public void rest() {
    curtail.autopilot().ifPresent(Autopilot::freeze);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Answer submit(int query, Runnable poll) {
    return new TicketAnswer(curtail.submit(searches.work(query, poll)));
  }

  @Override
  public void close() {
    curtail.close();
  }

  private record TicketAnswer(Ticket<SearchAnswer> ticket) implements Answer {
    @Override
    public SearchAnswer await() throws Exception {
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
