package org.curtail.traces.compare;

/**
 * The part of a service in a change.
 *
 * @param name name of the service
 * @param rank rank from 1, by {@code explainedMillis}, then by {@link #deviations}
 * @param explainedMillis part of the change per request that the service explains; at least 0
 * @param timeMillis increase of the time of its steps and of calls to it, per request
 * @param usualMillis median of this increase at other times of the recording
 * @param deviationMillis standard deviation of this increase at other times; above 0
 * @param changedShare share of the requests in which the service behaves differently than before
 */
public record ServiceChange(
    String name,
    int rank,
    double explainedMillis,
    double timeMillis,
    double usualMillis,
    double deviationMillis,
    double changedShare) {
  /** Increase of the service's time beyond the usual increase, in standard deviations. */
  public double deviations() {
    return (timeMillis - usualMillis) / deviationMillis;
  }

  ServiceChange ranked(int otherRank) {
    return new ServiceChange(
        name, otherRank, explainedMillis, timeMillis, usualMillis, deviationMillis, changedShare);
  }
}
