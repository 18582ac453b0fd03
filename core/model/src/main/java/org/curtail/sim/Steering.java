package org.curtail.sim;

import org.curtail.Policy;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Steering of a simulated service: it receives the events and replaces the policy, as {@code
 * Curtail.policy(Policy)} does in an engine.
 *
 * <p>Deterministic: it depends only on its calls, in order. The steering has state, so each run
 * needs its own. One thread calls it.
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
   * Called when a request has arrived. An arrival within a pause of the machine is reported after
   * the pause.
   *
   * @param arrivalNanos arrival, not decreasing over all calls
   */
  void arrived(long arrivalNanos);

  /** Called when a request has ended, at {@link SimulatedEnd#endNanos}. */
  void ended(SimulatedEnd end);

  /**
   * Returns the time of the next call of {@link #at}; {@link Long#MAX_VALUE} for never. The
   * simulation calls it again after every event. A past time means now.
   */
  long nextNanos();

  /**
   * Returns the policy from this moment on, after its ends and arrivals; the same object for no
   * change. {@link #nextNanos} must be later afterwards.
   *
   * @param nowNanos the moment, or the end of a pause that contains it
   * @return a policy whose greatest degree is at most the profile's
   */
  Policy at(long nowNanos);
}
