package org.curtail.dispatch;

import java.util.Collection;

/**
 * Whose threads keep whole cores: those of the oldest requests at the greatest degree, for as long
 * as a core is left for all others.
 */
final class Boosts<R extends DispatchedRequest> {
  private Service service;

  /** Threads of boosted requests. */
  private int threads;

  Boosts(Service service) {
    this.service = service;
  }

  int threads() {
    return threads;
  }

  /** Another policy says whether requests are boosted; nobody is at this moment. */
  void change(Service next) {
    service = next;
  }

  /** A request has been given a thread. */
  void threadCame(R request) {
    if (request.isBoosted()) {
      threads++;
      if (threads >= service.cores()) {
        request.setBoosted(false);
        threads -= request.threads();
      }
    }
  }

  /** A request has lost a thread. */
  void threadWent(R request) {
    if (request.isBoosted()) {
      threads--;
    }
  }

  /** A request runs no more. Threads on their way back have nothing left to compute. */
  void end(R request) {
    if (request.isBoosted()) {
      request.setBoosted(false);
      threads -= request.threads();
    }
  }

  /** The oldest first: they are the ones that make the tail. */
  void look(Collection<R> running, int busy, Enforcer<R> enforcer) {
    if (!service.boosts() || busy <= service.cores()) {
      return;
    }
    for (R request : running) {
      int wanted = request.threads();
      if (!request.isBoosted()
          && wanted > 1
          && wanted == service.maxDegree()
          && request.share() > 0
          && threads + wanted < service.cores()) {
        request.setBoosted(true);
        threads += wanted;
        enforcer.boosted(request);
      }
    }
  }
}
