package org.curtail.traces.compare;

/**
 * The part of a service in a change.
 *
 * @param name name of the service
 * @param rank from 1, by {@code explainedMillis}, then by {@link #deviations}
 * @param explainedMillis part of the change per request that it explains; at least 0
 * @param timeMillis increase of the time per request of its steps, and of calls to it
 * @param usualMillis median of the same at other times of the recording
 * @param deviationMillis standard deviation of the same at other times; above 0
 * @param changedShare share of the requests in which it does something else than before
 */
public record ServiceChange(
    String name,
    int rank,
    double explainedMillis,
    double timeMillis,
    double usualMillis,
    double deviationMillis,
    double changedShare) {
  /** Change of its time beyond the usual, in standard deviations. */
  public double deviations() {
    return (timeMillis - usualMillis) / deviationMillis;
  }

  ServiceChange ranked(int otherRank) {
    return new ServiceChange(
        name, otherRank, explainedMillis, timeMillis, usualMillis, deviationMillis, changedShare);
  }
}
