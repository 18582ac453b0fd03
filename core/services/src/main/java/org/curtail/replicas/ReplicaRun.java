package org.curtail.replicas;

import java.util.ArrayList;
import java.util.List;
import org.curtail.replicas.ReplicaSimulation.FanOut;
import org.curtail.replicas.events.EventQueue;

/** One run of a simulation: the clock and all events. */
final class ReplicaRun implements Server.Timeline {
  /** Stamps of cancellations: of any copy, or only of a waiting copy. */
  private static final int STOP = 0;

  private static final int STOP_IF_WAITING = 1;

  private final ReplicaTrace trace;
  private final FanOut fanOut;
  private final Cancellation cancellation;
  private final ReplicaObserver observer;
  private final EventQueue<Server.Event> events = new EventQueue<>(Server.Event.values());
  private final List<List<Server>> shards = new ArrayList<>();
  private final List<Server> servers = new ArrayList<>();
  private final Chooser chooser;
  private final Reissuer reissuer;
  private final Tokens tokens;
  private final PauseSchedule pauses;
  private final ReplicaTally outcome;

  /** Number of calls without an answer. */
  private int open;

  /** Number of copies at servers. */
  private int alive;

  ReplicaRun(ReplicaSimulation simulation, ReplicaTrace trace, ReplicaObserver observer) {
    this.trace = trace;
    this.observer = observer;
    fanOut = simulation.fanOut();
    cancellation = simulation.cancellation();
    buildServers(simulation.replicas());
    chooser = Chooser.of(simulation.choice(), shards, trace);
    reissuer = Reissuer.of(simulation, trace, this);
    tokens = new Tokens(simulation.budget(), trace.seed());
    pauses = new PauseSchedule(simulation.replicas().pauses(), shards, trace, events);
    outcome = new ReplicaTally(trace, fanOut);
  }

  private void buildServers(Replicas replicas) {
    for (int shard = 0; shard < fanOut.shards(); shard++) {
      var ofShard = new ArrayList<Server>();
      for (int replica = 0; replica < replicas.count(); replica++) {
        int index = servers.size();
        double slowdown = replicas.slowdown(replica);
        Server server =
            switch (replicas.discipline()) {
              case FIRST_COME_FIRST_SERVED ->
                  new QueueServer(index, replica, replicas.slots(), slowdown, this);
              case PROCESSOR_SHARING ->
                  new SharingServer(index, replica, replicas.slots(), slowdown, this);
            };
        servers.add(server);
        ofShard.add(server);
      }
      shards.add(List.copyOf(ofShard));
    }
  }

  ReplicaResult run() {
    pauses.begin();
    int next = 0;
    while (next < trace.size() || open > 0 || alive > 0) {
      double nowMillis;
      // At the same moment, ends precede arrivals, so a new request finds the freed slot.
      if (next < trace.size() && trace.arrivalMillis(next) < events.nextMillis()) {
        nowMillis = trace.arrivalMillis(next);
        arrive(next++, nowMillis);
      } else {
        nowMillis = events.nextMillis();
        handleEvent(nowMillis);
      }
      observer.settled(servers, nowMillis);
    }
    return outcome.result(servers, tokens.suppressed());
  }

  private void arrive(int request, double nowMillis) {
    var calls = new ArrayList<Call>(fanOut.shards());
    for (int shard = 0; shard < fanOut.shards(); shard++) {
      calls.add(new Call(request * fanOut.shards() + shard, request, shard, nowMillis, calls));
    }
    open += calls.size();
    for (Call call : calls) {
      tokens.earn();
      observer.arrived(call, nowMillis);
      reissuer.arrived(call, nowMillis);
    }
  }

  private void handleEvent(double nowMillis) {
    Server.Event kind = events.nextKind();
    Object subject = events.nextSubject();
    int stamp = events.nextStamp();
    events.removeNext();
    switch (kind) {
      case COPY_ENDS -> {
        Copy copy = (Copy) subject;
        if (copy.stamp == stamp) {
          end(copy, nowMillis);
        }
      }
      case SERVER_ENDS_ONE -> {
        SharingServer server = (SharingServer) subject;
        if (server.expects(stamp)) {
          end(server.next(), nowMillis);
        }
      }
      case CANCEL -> cancel((Copy) subject, stamp == STOP_IF_WAITING, nowMillis);
      case RESUME -> pauses.resume((Server) subject, stamp, nowMillis);
      case PAUSE -> pauses.pause((Server) subject, stamp, nowMillis);
      case REISSUE -> {
        Call call = (Call) subject;
        if (!call.wasDue) {
          call.wasDue = true;
          tokens.due(call);
        }
        if (!call.closed) {
          reissuer.due(call, stamp, nowMillis);
        }
      }
    }
  }

  /** Ends the service of a copy, which answers if it was not cancelled. */
  private void end(Copy copy, double nowMillis) {
    Server server = copy.server;
    server.leave(copy, nowMillis);
    alive--;
    if (copy.cancelled) {
      observer.dropped(copy, nowMillis);
    } else {
      outcome.ended(copy, nowMillis, false);
      observer.completed(copy, nowMillis);
      chooser.answered(copy, nowMillis);
      if (!copy.call.closed) {
        answer(copy, nowMillis);
      }
    }
    server.settle(nowMillis);
    reissuer.freed(server, nowMillis);
  }

  private void answer(Copy winner, double nowMillis) {
    Call call = winner.call;
    call.winner = winner;
    close(call, nowMillis);
    observer.answered(call, winner, nowMillis);
    reissuer.answered(call, nowMillis);
    if (outcome.answered(call, winner, nowMillis)) {
      for (Call sibling : call.siblings) {
        if (!sibling.closed) {
          close(sibling, nowMillis);
        }
      }
    }
  }

  /** Closes a call that needs no answer, and cancels its copies. */
  private void close(Call call, double nowMillis) {
    call.closed = true;
    open--;
    switch (cancellation) {
      case Cancellation.None none -> {}
      case Cancellation.WhenAnswered when -> {
        for (Copy copy : call.copies) {
          if (copy.state == Copy.State.GONE) {
            continue;
          }
          if (when.delayMillis() == 0) {
            cancel(copy, false, nowMillis);
          } else {
            events.add(nowMillis + when.delayMillis(), Server.Event.CANCEL, copy, STOP);
          }
        }
      }
    }
  }

  private void cancel(Copy copy, boolean onlyIfWaiting, double nowMillis) {
    if (copy.state == Copy.State.GONE || copy.cancelled) {
      return;
    }
    if (copy.state == Copy.State.WAITING) {
      drop(copy, nowMillis);
    } else if (!onlyIfWaiting) {
      stop(copy, nowMillis);
    }
  }

  private void stop(Copy copy, double nowMillis) {
    double costMillis =
        switch (cancellation) {
          case Cancellation.None none -> 0;
          case Cancellation.WhenAnswered when -> when.costMillis();
        };
    if (costMillis == 0) {
      drop(copy, nowMillis);
      copy.server.settle(nowMillis);
      reissuer.freed(copy.server, nowMillis);
    } else {
      outcome.ended(copy, nowMillis, true);
      copy.cancelled = true;
      copy.server.shorten(copy, costMillis, nowMillis);
    }
  }

  private void drop(Copy copy, double nowMillis) {
    copy.server.leave(copy, nowMillis);
    alive--;
    outcome.ended(copy, nowMillis, true);
    observer.dropped(copy, nowMillis);
  }

  /** Removes a copy, so that the caller can send another one to its slot. */
  void evict(Copy copy, double nowMillis) {
    drop(copy, nowMillis);
  }

  /** Cancels a copy after a time, if the copy still waits. */
  void dropIfWaiting(Copy copy, double nowMillis, double afterMillis) {
    if (afterMillis == 0) {
      cancel(copy, true, nowMillis);
    } else {
      events.add(nowMillis + afterMillis, Server.Event.CANCEL, copy, STOP_IF_WAITING);
    }
  }

  /** Calls the reissuer at a time, if the call has no answer then. */
  void schedule(Call call, int number, double atMillis) {
    events.add(atMillis, Server.Event.REISSUE, call, number);
  }

  /** Sends the original to the chosen replica. */
  void sendFirst(Call call, double nowMillis) {
    send(call, chooser.choose(call, nowMillis), nowMillis);
  }

  /** Sends a copy to the chosen replica, if the budget allows it. */
  void sendCopy(Call call, double nowMillis) {
    if (mayCopy(call)) {
      send(call, chooser.choose(call, nowMillis), nowMillis);
    }
  }

  /**
   * Sends a copy to a given replica, if the budget allows it. Returns true if the copy was sent.
   */
  boolean sendCopyTo(Call call, Server server, double nowMillis) {
    boolean may = mayCopy(call);
    if (may) {
      send(call, server, nowMillis);
    }
    return may;
  }

  /** Counts a copy that its server drops on arrival. */
  void countDropped(Call call) {
    if (mayCopy(call)) {
      outcome.sent(call);
    }
  }

  private boolean mayCopy(Call call) {
    return call.copies.size() < ReplicaRandom.ATTEMPTS && tokens.spend(call);
  }

  /** Sends an attempt to a given replica. */
  void send(Call call, Server server, double nowMillis) {
    int attempt = call.copies.size();
    double workMillis = trace.serviceMillis(call.index, attempt) * server.slowdown;
    var copy = new Copy(call, attempt, server, nowMillis, workMillis);
    call.copies.add(copy);
    outcome.sent(call);
    alive++;
    observer.sent(copy, nowMillis);
    server.enter(copy, nowMillis);
  }

  List<Server> servers(int shard) {
    return shards.get(shard);
  }

  int shard(Server server) {
    return server.index / shards.getFirst().size();
  }

  @Override
  public EventQueue<Server.Event> events() {
    return events;
  }

  @Override
  public void started(Copy copy, double nowMillis) {
    observer.started(copy, nowMillis);
    reissuer.started(copy, nowMillis);
  }

  @Override
  public double horizonMillis() {
    return trace.arrivalMillis(trace.size() - 1);
  }
}
