package org.curtail.workflow.load;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.curtail.replicas.Cancellation;
import org.curtail.replicas.events.EventQueue;
import org.curtail.workflow.LossComposition;
import org.curtail.workflow.Workflow;
import org.curtail.workflow.WorkflowPlan;
import org.curtail.workflow.load.LoadScope.ScopeShape;
import org.curtail.workflow.visit.UtilityShare;

/** One run of a {@link WorkflowLoad}: the clock, and all events of requests, visits and calls. */
final class LoadRun {
  /** Events in their order at the same moment. */
  private enum Event {
    /** The service of an attempt ends. An event with an old stamp is void. */
    SERVED,
    /** An attempt is cancelled. */
    CANCELLED,
    /** A visit stops waiting for responders. */
    STOPS_WAITING,
    /** A copy of a call is due. */
    COPY_DUE
  }

  private final WorkflowLoad load;
  private final LoadObserver observer;
  private final EventQueue<Event> events = new EventQueue<>(Event.values());
  private final List<LoadStage> stages;
  private final ScopeShape top;
  private final CatchUpAccount catchUp;
  private final double[] arrivalsMillis;
  private final double[] latenciesMillis;
  private final double horizonMillis;
  private double wholeRequests;
  private LoadTally.Phase phase = LoadTally.Phase.EARLY;

  LoadRun(WorkflowLoad load, WorkflowPlan plan, WorkflowTraffic traffic, LoadObserver observer) {
    this.observer = observer;
    Workflow workflow = load.workflow();
    this.load = load;
    List<ServerPool[]> pools = pools(load);
    stages =
        IntStream.range(0, workflow.stages().size())
            .mapToObj(index ->
                new LoadStage(
                    workflow,
                    index,
                    load.servers().get(index),
                    pools.get(index),
                    load.choice(),
                    plan,
                    traffic))
            .toList();
    top = ScopeShape.of(workflow, null);
    catchUp = new CatchUpAccount(plan.catchUp(), load.catchUpBudget());
    arrivalsMillis =
        traffic.arrivals().draw(traffic.requests(), new SplittableRandom(traffic.seed()));
    latenciesMillis = new double[arrivalsMillis.length];
    horizonMillis = arrivalsMillis[arrivalsMillis.length - 1];
  }

  /** Returns the servers of each responder of each stage; stages that share them have the same. */
  private static List<ServerPool[]> pools(WorkflowLoad load) {
    var pools = new ArrayList<ServerPool[]>();
    for (int stage = 0; stage < load.servers().size(); stage++) {
      int first = load.sharing(stage)[0];
      if (first < stage) {
        pools.add(pools.get(first));
        continue;
      }
      var own = new ServerPool[load.workflow().stages().get(stage).responders().count()];
      StageServers servers = load.servers().get(stage);
      Arrays.setAll(own, responder -> new ServerPool(servers));
      pools.add(own);
    }
    return pools;
  }

  WorkflowLoadResult run() {
    int next = 0;
    while (next < arrivalsMillis.length || !events.isEmpty()) {
      double nowMillis;
      // At the same moment, ends precede arrivals: a new request finds the freed slot.
      if (next < arrivalsMillis.length && arrivalsMillis[next] < events.nextMillis()) {
        nowMillis = arrivalsMillis[next];
        turn(next);
        arrive(next++, nowMillis);
      } else {
        nowMillis = events.nextMillis();
        handleEvent(nowMillis);
      }
      if (next == arrivalsMillis.length) {
        phase = LoadTally.Phase.OVER;
      }
      observer.settled(nowMillis);
    }
    return result();
  }

  /** Changes the phase at the first and last third of the arrivals. */
  private void turn(int request) {
    int third = arrivalsMillis.length / 3;
    if (third > 0 && request == third) {
      phase = LoadTally.Phase.BETWEEN;
    } else if (third > 0 && request == arrivalsMillis.length - third) {
      phase = LoadTally.Phase.LATE;
      stages.forEach(stage -> stage.tally.beginLate());
    }
  }

  private void arrive(int request, double nowMillis) {
    observer.arrived(request, nowMillis);
    begin(LoadScope.of(request, top), nowMillis);
  }

  private void handleEvent(double nowMillis) {
    Event what = events.nextKind();
    Object subject = events.nextSubject();
    int stamp = events.nextStamp();
    events.removeNext();
    switch (what) {
      case SERVED -> {
        LoadAttempt attempt = (LoadAttempt) subject;
        if (attempt.stamp == stamp) {
          served(attempt, nowMillis);
        }
      }
      case CANCELLED -> cancel((LoadAttempt) subject, nowMillis);
      case STOPS_WAITING -> {
        LoadVisit visit = (LoadVisit) subject;
        if (!visit.ended) {
          end(visit, nowMillis);
        }
      }
      case COPY_DUE -> {
        LoadCall call = (LoadCall) subject;
        if (!call.closed) {
          send(call, call.secondMillis(), nowMillis);
        }
      }
    }
  }

  private void begin(LoadScope scope, double nowMillis) {
    for (int root : scope.shape.roots()) {
      visit(scope, root, nowMillis);
    }
  }

  private void visit(LoadScope scope, int place, double nowMillis) {
    LoadStage stage = stages.get(scope.shape.stage(place));
    if (!stage.isVisited(scope)) {
      if (stage.within.isEmpty()) {
        proceed(scope, place, nowMillis);
      } else {
        begin(scope.without(place, stage.within), nowMillis);
      }
      return;
    }
    boolean late = catchUp.catchesUp(nowMillis - arrivalsMillis[scope.request]);
    var visit = new LoadVisit(scope, place, stage, nowMillis, late);
    scope.visits.add(visit);
    stage.tally.began(visit);
    catchUp.began(visit);
    observer.began(visit, nowMillis);
    for (int responder = 0; responder < stage.responders.count(); responder++) {
      visit.calls.add(new LoadCall(visit, responder));
    }
    if (stage.partial.cutoffMillis() < Double.POSITIVE_INFINITY) {
      events.add(nowMillis + stage.partial.cutoffMillis(), Event.STOPS_WAITING, visit, 0);
    }
    double delayMillis = visit.rule().delayMillis();
    for (LoadCall call : visit.calls) {
      send(call, call.firstMillis(), nowMillis);
      if (delayMillis < Double.POSITIVE_INFINITY && call.maySendCopy()) {
        events.add(nowMillis + delayMillis, Event.COPY_DUE, call, 0);
      }
    }
  }

  private void send(LoadCall call, double workMillis, double nowMillis) {
    LoadVisit visit = call.visit;
    LoadServer server = visit.stage.choose(call);
    var attempt = new LoadAttempt(call, call.attempts.size(), server, nowMillis, workMillis);
    call.attempts.add(attempt);
    visit.stage.tally.sent(attempt, phase);
    catchUp.sent(attempt);
    observer.sent(attempt, nowMillis);
    server.enter(attempt, catchUp.hasPriority(visit));
    settle(server, nowMillis);
  }

  /** Starts waiting attempts on free slots. */
  private void settle(LoadServer server, double nowMillis) {
    LoadAttempt next = server.admit();
    while (next != null) {
      next.startedMillis = nowMillis;
      next.endMillis = nowMillis + next.fullMillis();
      events.add(next.endMillis, Event.SERVED, next, next.stamp);
      next.call.visit.stage.tally.started(next);
      catchUp.started(next);
      observer.started(next, nowMillis);
      next = server.admit();
    }
  }

  /** Ends the service of an attempt: its time is over, or it has been cancelled. */
  private void served(LoadAttempt attempt, double nowMillis) {
    LoadStage stage = attempt.call.visit.stage;
    leave(attempt, !attempt.stopping, nowMillis);
    if (attempt.stopping || stage.within.isEmpty()) {
      attempt.state = LoadAttempt.State.GONE;
      if (!attempt.stopping) {
        answer(attempt, nowMillis);
      }
    } else {
      attempt.state = LoadAttempt.State.CALLING;
      LoadScope within = LoadScope.within(attempt);
      attempt.within = within;
      begin(within, nowMillis);
    }
    settle(attempt.server, nowMillis);
  }

  private void leave(LoadAttempt attempt, boolean served, double nowMillis) {
    attempt.server.leave(attempt);
    attempt.call.visit.stage.tally.left(attempt, nowMillis, horizonMillis, phase);
    observer.left(attempt, served, nowMillis);
  }

  /** Answers a call if it is still open. All nested stages of the attempt have ended. */
  private void answer(LoadAttempt attempt, double nowMillis) {
    LoadCall call = attempt.call;
    LoadVisit visit = call.visit;
    if (call.closed) {
      return;
    }
    call.winner = attempt;
    visit.stage.tally.won(attempt);
    observer.answered(attempt, nowMillis);
    close(call, nowMillis);
    visit.answered++;
    if (visit.answered == visit.stage.responders.needed()) {
      end(visit, nowMillis);
    } else if (visit.answered == visit.stage.mark
        && visit.stage.partial.extraMillis() < Double.POSITIVE_INFINITY) {
      events.add(nowMillis + visit.stage.partial.extraMillis(), Event.STOPS_WAITING, visit, 0);
    }
  }

  /** Closes a call: its visit does not wait for it any longer. */
  private void close(LoadCall call, double nowMillis) {
    call.closed = true;
    switch (load.cancellation()) {
      case Cancellation.None none -> {}
      case Cancellation.WhenAnswered when -> {
        for (LoadAttempt attempt : call.attempts) {
          if (attempt != call.winner && when.delayMillis() == 0) {
            cancel(attempt, nowMillis);
          } else if (attempt != call.winner) {
            events.add(nowMillis + when.delayMillis(), Event.CANCELLED, attempt, 0);
          }
        }
      }
    }
  }

  private void end(LoadVisit visit, double nowMillis) {
    visit.ended = true;
    visit.stage.tally.ended(visit, nowMillis);
    observer.ended(visit, nowMillis);
    for (LoadCall call : visit.calls) {
      if (!call.closed) {
        close(call, nowMillis);
      }
    }
    lose(visit);
    proceed(visit.scope, visit.place, nowMillis);
  }

  /** Records the loss of a visit, by {@link LossComposition}. */
  private static void lose(LoadVisit visit) {
    LoadScope scope = visit.scope;
    UtilityShare utility = visit.stage.utility;
    LoadAttempt winner = visit.calls.getFirst().winner;
    LoadScope within = winner == null ? null : winner.within;
    if (within != null) {
      scope.kept *= within.kept;
      scope.besideLost += within.besideLost;
    } else if (!visit.stage.within.isEmpty()) {
      scope.kept *= utility.keptWithoutAny();
      scope.besideLost += utility.besideOfAll();
    } else if (visit.answered < visit.stage.responders.needed()) {
      scope.kept *= utility.kept(visit.share());
      scope.besideLost += utility.besideLost(visit.share());
    }
  }

  /**
   * Continues after a stage that has ended or is not visited: starts successors, or ends the scope.
   */
  private void proceed(LoadScope scope, int place, double nowMillis) {
    for (int successor : scope.shape.successors(place)) {
      if (scope.isFreed(successor)) {
        visit(scope, successor, nowMillis);
      }
    }
    if (!scope.isComplete()) {
      return;
    }
    LoadScope outer = scope.outer;
    LoadAttempt caller = scope.caller;
    if (outer != null) {
      outer.kept *= scope.kept;
      outer.besideLost += scope.besideLost;
      proceed(outer, scope.outerPlace, nowMillis);
    } else if (caller != null) {
      caller.state = LoadAttempt.State.GONE;
      answer(caller, nowMillis);
    } else {
      latenciesMillis[scope.request] = nowMillis - arrivalsMillis[scope.request];
      wholeRequests += scope.kept * (1 - scope.besideLost);
      observer.finished(scope.request, nowMillis);
    }
  }

  private void cancel(LoadAttempt attempt, double nowMillis) {
    switch (attempt.state) {
      case WAITING -> drop(attempt, nowMillis);
      case SERVED -> stop(attempt, nowMillis);
      case CALLING -> {
        attempt.state = LoadAttempt.State.GONE;
        LoadScope within = attempt.within;
        if (within != null) {
          stop(within, nowMillis);
        }
      }
      case GONE -> {}
    }
  }

  private void drop(LoadAttempt attempt, double nowMillis) {
    leave(attempt, false, nowMillis);
    attempt.state = LoadAttempt.State.GONE;
    attempt.stamp++;
  }

  private void stop(LoadAttempt attempt, double nowMillis) {
    double costMillis =
        switch (load.cancellation()) {
          case Cancellation.None none -> 0;
          case Cancellation.WhenAnswered when -> when.costMillis();
        };
    if (costMillis == 0) {
      drop(attempt, nowMillis);
      settle(attempt.server, nowMillis);
    } else if (!attempt.stopping) {
      attempt.stopping = true;
      if (attempt.endMillis > nowMillis + costMillis) {
        attempt.endMillis = nowMillis + costMillis;
        attempt.stamp++;
        events.add(attempt.endMillis, Event.SERVED, attempt, attempt.stamp);
      }
    }
  }

  /** Cancels all calls of a cancelled attempt. */
  private void stop(LoadScope scope, double nowMillis) {
    for (LoadVisit visit : scope.visits) {
      visit.ended = true;
      for (LoadCall call : visit.calls) {
        call.closed = true;
        for (LoadAttempt attempt : call.attempts) {
          cancel(attempt, nowMillis);
        }
      }
    }
  }

  private WorkflowLoadResult result() {
    List<LoadTally> tallies = stages.stream().map(stage -> stage.tally).toList();
    double firstCost = tallies.stream().mapToDouble(LoadTally::firstCost).sum();
    double slotMillis = tallies.stream().mapToDouble(LoadTally::slotMillis).sum();
    double wonMillis = tallies.stream().mapToDouble(LoadTally::wonMillis).sum();
    double copiesCost = tallies.stream().mapToDouble(LoadTally::copiesCost).sum();
    return new WorkflowLoadResult(
        latenciesMillis,
        IntStream.range(0, tallies.size())
            .mapToObj(stage ->
                tallies.get(stage).use(horizonMillis, busyMillis(tallies, load.sharing(stage))))
            .toList(),
        new WorkflowLoadResult.Totals(
            firstCost > 0 ? copiesCost / firstCost : 0,
            Math.max(0, 1 - wholeRequests / latenciesMillis.length),
            // Rounding may give a negative share if nothing is wasted.
            slotMillis > 0 ? Math.max(0, 1 - wonMillis / slotMillis) : 0,
            tallies.stream().allMatch(LoadTally::keptUp)),
        catchUp.use(
            tallies.stream().mapToLong(LoadTally::attempts).sum(),
            tallies.stream().mapToLong(LoadTally::extraThreads).sum()),
        seen(tallies));
  }

  private static double busyMillis(List<LoadTally> tallies, int[] stages) {
    return Arrays.stream(stages).mapToDouble(stage -> tallies.get(stage).busyMillis()).sum();
  }

  private Workflow seen(List<LoadTally> tallies) {
    return Workflow.of(
        load.workflow().name(), tallies.stream().map(tally -> tally.seen.stage()).toList());
  }
}
