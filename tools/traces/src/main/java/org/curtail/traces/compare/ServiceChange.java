package org.curtail.traces.compare;

/**
 * What a service has to do with a change.
 *
 * @param name of the service
 * @param rank from 1, by {@code explainedMillis}, then by {@link #deviations}
 * @param explainedMillis how much of the change per request it explains; at least 0
 * @param timeMillis how much more time per request its steps take, and calls to it
 * @param usualMillis the same at other times of the recording: their median
 * @param deviationMillis how far those lie around it, as a standard deviation; above 0
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
  /** By how many standard deviations its time changed beyond the usual. */
  public double deviations() {
    return (timeMillis - usualMillis) / deviationMillis;
  }

  ServiceChange ranked(int otherRank) {
    return new ServiceChange(
        name, otherRank, explainedMillis, timeMillis, usualMillis, deviationMillis, changedShare);
  }
}
