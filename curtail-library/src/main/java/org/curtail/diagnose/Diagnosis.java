package org.curtail.diagnose;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Why the slowest of many requests were slow. Immutable. */
public final class Diagnosis {
  /** Of requests, in any order; at least one. Fills in what their demand usually takes. */
  public static Diagnosis of(List<RequestEvidence> requests) {
    throw new UnsupportedOperationException();
  }

  /** All requests, from fast to slow. */
  public List<Breakdown> requests() {
    throw new UnsupportedOperationException();
  }

  /** The slowest ones, the slowest first. */
  public List<Breakdown> slowest(int count) {
    throw new UnsupportedOperationException();
  }

  /** What requests usually take. */
  public Usual usual() {
    throw new UnsupportedOperationException();
  }

  /** The main cause of a request; empty if it was not slow. */
  public Optional<MainCause> mainCause(Breakdown request) {
    throw new UnsupportedOperationException();
  }

  /** How many of the slowest requests have each main cause; 0.01 for the slowest 1 %. */
  public Map<Cause, Integer> mainCauses(double slowestShare) {
    throw new UnsupportedOperationException();
  }

  /** The requests around a percentile, on average; their parts add up to their mean latency. */
  public LatencyGroup at(double percentile) {
    throw new UnsupportedOperationException();
  }

  /** The slowest requests on average; 0.01 for the slowest 1 %. */
  public LatencyGroup slowest(double share) {
    throw new UnsupportedOperationException();
  }

  /** Requests in groups of equally many, from fast to slow. */
  public List<LatencyGroup> groups(int count) {
    throw new UnsupportedOperationException();
  }
}
