package org.curtail.runtime;

import java.util.ArrayList;
import java.util.List;
import org.curtail.Policy;
import org.curtail.dispatch.DispatchedRequest;

/** Requests of an engine whose threads are stepped by hand. */
public final class EngineRequests {
  private EngineRequests() {}

  /**
   * Creates running, open requests, started one after the other; every third has zero, one or two
   * helpers.
   */
  public static List<DispatchedRequest> running(Policy policy, int count) {
    Curtail curtail = Curtail.with(policy).cores(count).startWithoutThreads();
    Engine engine = curtail.engine();
    var work = new FixedCpuWork(Integer.MAX_VALUE / 4, 0);
    var requests = new ArrayList<Request<?, ?>>();
    for (int i = 0; i < count; i++) {
      var request =
          new Request<>(
              engine.nextId(), work, RequestOptions.NONE, engine, engine.nanoTime(), null);
      engine.accept(request, true);
      requests.add(request);
    }
    for (int step = 0; step < 2; step++) {
      curtail.workers().forEach(Worker::step);
    }
    for (int i = 0; i < count; i++) {
      for (int helpers = 0; helpers < i % 3; helpers++) {
        requests.get(i).enter(engine.nanoTime());
      }
    }
    return new ArrayList<>(requests);
  }
}
