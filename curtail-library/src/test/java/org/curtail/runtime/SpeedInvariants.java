package org.curtail.runtime;

import static java.util.Objects.requireNonNull;
import static org.curtail.Require.require;

import java.util.ArrayList;
import java.util.List;
import org.curtail.speed.SpeedMachine;
import org.curtail.speed.SpeedPolicy;
import org.curtail.speed.SpeedRequest;
import org.curtail.speed.WhenFull;

/**
 * What must hold of an engine with classes of speed between any two steps: whoever has a class has
 * room there, whoever could have a thread of it has one, and nobody waits whom a core could serve.
 */
final class SpeedInvariants {
  private final SpeedMachine machine;
  private SpeedPolicy policy;

  SpeedInvariants(SpeedMachine machine, SpeedPolicy policy) {
    this.machine = machine;
    this.policy = policy;
  }

  void servedBy(SpeedPolicy next) {
    policy = next;
  }

  void check(Dispatcher.View view, List<Worker> workers, long nowNanos) {
    int[] places = new int[machine.classes().size()];
    int[] idle = new int[places.length];
    view.idle().forEach(worker -> idle[worker.speedClass]++);
    for (Request<?, ?> request : view.running()) {
      int speedClass = place(request).speedClass();
      require(speedClass != SpeedRequest.NONE, "request %d runs nowhere", request.id);
      places[speedClass]++;
    }
    for (int k = 0; k < places.length; k++) {
      require(
          places[k] <= machine.classes().get(k).count(),
          "%d requests are for the %d cores of class %d",
          places[k],
          machine.classes().get(k).count(),
          k);
    }
    require(view.aside().isEmpty(), "somebody is aside: %s", view);
    checkOneThreadEach(workers);
    boolean somebodyLooks = view.idle().stream().anyMatch(one -> one.wakeAtNanos() <= nowNanos);
    for (SpeedPlace awaiting : view.awaiting()) {
      require(
          idle[awaiting.speedClass()] == 0,
          "request %d waits for a thread of class %d, of which %d are idle",
          awaiting.request.id,
          awaiting.speedClass(),
          idle[awaiting.speedClass()]);
      require(
          somebodyLooks
              || view.alarmNanos() <= awaiting.awaitsFromNanos + SpeedPlacing.PATIENCE_NANOS,
          "request %d may wait for ever",
          awaiting.request.id);
    }
    for (Request<?, ?> request : view.waiting()) {
      require(
          place(request).speedClass() == SpeedRequest.NONE, "request %d waits twice", request.id);
    }
    if (!view.waiting().isEmpty()
        && !somebodyLooks
        && policy.whenFull().equals(WhenFull.TAKES_ANY)) {
      require(
          view.running().size() == machine.cores(),
          "%d requests run on %d cores while %d wait",
          view.running().size(),
          machine.cores(),
          view.waiting().size());
    }
  }

  private void checkOneThreadEach(List<Worker> workers) {
    var serving = new ArrayList<Request<?, ?>>();
    for (Worker worker : workers) {
      Request<?, ?> request = worker.request();
      if (request != null) {
        require(!serving.contains(request), "two threads serve request %d", request.id);
        serving.add(request);
      }
    }
  }

  private static SpeedPlace place(Request<?, ?> request) {
    return requireNonNull(request.place());
  }
}
