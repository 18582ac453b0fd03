package org.curtail.diagnose;

import java.util.List;
import java.util.OptionalDouble;

/**
 * What to do about a cause of slow requests.
 *
 * @param cause it is about
 * @param share of the slowest requests' excess that the cause makes up, 0 to 1
 * @param what to do, in one line
 * @param gain by how much the tail would be shorter, as a factor above 0; empty as long as nobody
 *     has predicted it
 */
public record Advice(Cause cause, double share, String what, OptionalDouble gain) {
  /** The same with a predicted gain. */
  public Advice predicting(double factor) {
    return new Advice(cause, share, what, OptionalDouble.of(factor));
  }

  /** The causes that make up most of what the slowest requests take longer; the largest first. */
  public static List<Advice> of(Diagnosis diagnosis, double slowestShare) {
    throw new UnsupportedOperationException();
  }
}
