package org.curtail.sim;

import org.curtail.Policy;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Sees the events of a service, and replaces its policy: the counterpart of {@code
 * Curtail.policy(Policy)} in simulated time.
 *
 * <p>Deterministic: it depends only on its calls, in order. It has a state, so each run needs its
 * own; one thread calls it.
 */
public interface Steering {
  /** Keeps the first policy of the run. */
  Steering NONE =
      new Steering() {
        @Override
        public void arrived(long arrivalNanos) {}

        @Override
        public void ended(SimulatedEnd end) {}

        @Override
        public long nextNanos() {
          return DispatchedRequest.NEVER;
        }

        @Override
        public Policy at(long nowNanos) {
          throw new IllegalStateException("nobody steers");
        }
      };

  /**
   * Notes that a request has arrived. An arrival within a pause of the machine is reported after
   * the pause.
   *
   * @param arrivalNanos arrival, not decreasing over all calls
   */
  void arrived(long arrivalNanos);

  /** Notes that a request has ended now, at {@link SimulatedEnd#endNanos}. */
  void ended(SimulatedEnd end);

  /**
   * Returns the time of the next call of {@link #at}; {@link Long#MAX_VALUE} for never. Called
   * again after every event, so arrivals and ends may change it. A past time means now.
   */
  long nextNanos();

  /**
   * Returns the policy from this moment on, after the ends and arrivals at it; the same object as
   * before if nothing changes. {@link #nextNanos} must be later afterwards.
   *
   * @param nowNanos the moment, or the end of a pause of the machine in which it lay
   * @return a policy whose greatest degree is at most the profile's
   */
  Policy at(long nowNanos);
}
