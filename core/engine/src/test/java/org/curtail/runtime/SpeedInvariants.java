package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.curtail.testkit.Require.require;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;

/**
 * Invariants of an engine with classes of speed between any two steps. A place with a class has
 * room there, and a thread of this class if one is available. No place waits if a core could serve
 * it.
 */
final class SpeedInvariants {
  private final SpeedMachine machine;
  private final boolean oneThreadEach;
  private SpeedPolicy policy;

  /**
   * Of an engine.
   *
   * @param oneThreadEach true if each request has one thread; otherwise it has the counted number
   *     of threads
   */
  SpeedInvariants(SpeedMachine machine, SpeedPolicy policy, boolean oneThreadEach) {
    this.machine = machine;
    this.policy = policy;
    this.oneThreadEach = oneThreadEach;
  }

  boolean hasOneThreadEach() {
    return oneThreadEach;
  }

  void servedBy(SpeedPolicy next) {
    policy = next;
  }

  void check(Engine.View view, List<Worker> workers, long nowNanos, long latestNanos) {
    Map<Request<?, ?>, Set<SpeedPlacing.Place>> placesOf = new HashMap<>();
    int[] forClass = new int[machine.classes().size()];
    for (SpeedPlacing.Place place : places(view, workers)) {
      require(
          placesOf.computeIfAbsent(place.request, unused -> new HashSet<>()).add(place),
          "two threads are at one place of request %d",
          place.request.id());
      if (place.hasClass()) {
        forClass[place.speedClass()]++;
      }
    }
    for (int k = 0; k < forClass.length; k++) {
      int count = machine.classes().get(k).count();
      require(
          forClass[k] <= count,
          "%d threads are for the %d cores of class %d",
          forClass[k],
          count,
          k);
    }
    for (Request<?, ?> request : view.running()) {
      List<SpeedPlacing.Place> own = requireNonNull(request.places()).all();
      Set<SpeedPlacing.Place> seen = placesOf.getOrDefault(request, Set.of());
      require(
          own.size() == request.threads() && seen.equals(new HashSet<>(own)),
          "request %d has %d threads, places %s, and is at %s",
          request.id(),
          request.threads(),
          own,
          seen);
      require(!oneThreadEach || own.size() == 1, "request %d has two threads", request.id());
    }
    boolean somebodyLooks = view.idle().stream().anyMatch(one -> one.wakeAtNanos() <= nowNanos);
    // What an error has kept from being done is done soon.
    boolean isDoneSoon = view.alarmNanos() <= latestNanos + FaultReport.RETRY_NANOS;
    checkAwaiting(view, somebodyLooks, isDoneSoon);
    if (oneThreadEach) {
      checkWaiting(view, somebodyLooks);
    }
  }

  private static List<SpeedPlacing.Place> places(Engine.View view, List<Worker> workers) {
    var all = new ArrayList<>(view.awaiting());
    for (Worker worker : workers) {
      SpeedPlacing.Place place = worker.place();
      if (worker.request() != null && place != null) {
        require(
            place.hasThread() && place.threadClass() == worker.speedClass,
            "a thread of class %d is at a place that has one of class %d",
            worker.speedClass,
            place.threadClass());
        all.add(place);
      }
    }
    return all;
  }

  private void checkAwaiting(Engine.View view, boolean somebodyLooks, boolean isDoneSoon) {
    int[] idle = new int[machine.classes().size()];
    view.idle().forEach(worker -> idle[worker.speedClass]++);
    for (SpeedPlacing.Place awaiting : view.awaiting()) {
      long id = awaiting.request.id();
      require(!awaiting.hasThread(), "request %d awaits a thread that it has", id);
      if (!awaiting.hasClass()) {
        // There are at most as many threads as cores, because each core has one.
        require(
            somebodyLooks
                || isDoneSoon
                || !policy.whenFull().equals(SpeedPolicy.WhenFull.TAKES_ANY),
            "a thread of request %d has no core",
            id);
        continue;
      }
      require(
          idle[awaiting.speedClass()] == 0,
          "request %d waits for a thread of class %d, of which %d are idle",
          id,
          awaiting.speedClass(),
          idle[awaiting.speedClass()]);
      require(
          somebodyLooks
              || view.alarmNanos() <= awaiting.awaitsFromNanos + SpeedPlacing.PATIENCE_NANOS,
          "request %d may wait for ever",
          id);
    }
  }

  private void checkWaiting(Engine.View view, boolean somebodyLooks) {
    require(view.preempted().isEmpty(), "somebody is aside: %s", view);
    for (Request<?, ?> request : view.waiting()) {
      require(
          !requireNonNull(request.places()).only().hasClass(),
          "request %d waits twice",
          request.id());
    }
    if (!view.waiting().isEmpty()
        && !somebodyLooks
        && policy.whenFull().equals(SpeedPolicy.WhenFull.TAKES_ANY)) {
      require(
          view.running().size() == machine.cores(),
          "%d requests run on %d cores while %d wait",
          view.running().size(),
          machine.cores(),
          view.waiting().size());
    }
  }
}
