package org.curtail.sim;

import org.curtail.Policy;
import org.curtail.dispatch.DispatchedRequest;

/**
 * Sees what a service sees, and puts other policies in the place of the one that serves: what a
 * running engine is told by {@code Curtail.policy(Policy)}, in simulated time.
 *
 * <p>Deterministic: what it does depends on nothing but what it was told, in order. It has a state,
 * so each run takes a steering of its own; one thread calls it.
 */
public interface Steering {
  /** Leaves everything to the policy that the run began with. */
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
   * A request has arrived. Of one that arrives in a pause of the machine it is told after that.
   *
   * @param arrivalNanos when it arrived, not decreasing over all calls
   */
  void arrived(long arrivalNanos);

  /** A request has ended at this moment, which is its {@link SimulatedEnd#endNanos}. */
  void ended(SimulatedEnd end);

  /**
   * When {@link #at} is to be called; {@link Long#MAX_VALUE} for never. Asked again after every
   * event, so what has arrived or ended may change it. A moment that is past is taken for now.
   */
  long nextNanos();

  /**
   * Which policy serves from this moment on, after those that end or arrive at it; the same object
   * as before if nothing changes. {@link #nextNanos} must be later afterwards.
   *
   * @param nowNanos the moment, or the end of a pause of the machine in which it lay
   * @return a policy whose greatest degree is at most the profile's
   */
  Policy at(long nowNanos);
}
