package org.curtail.automatic;

/** A round of slices that is under way: whose it is, and how far it has come. Not thread-safe. */
final class Tour {
  private final Candidate candidate;
  private final Guard guard;
  private final String reason;
  private final SafeSlices.Round round;
  private final long lengthNanos;
  private final Slices.Pair pair;
  private int mostInSystem;
  private int slice;

  /**
   * Begins.
   *
   * @param reason why the candidate serves
   * @param lengthNanos of each slice
   */
  Tour(Candidate candidate, Guard guard, String reason, SafeSlices.Round round, long lengthNanos) {
    this.candidate = candidate;
    this.guard = guard;
    this.reason = reason;
    this.round = round;
    this.lengthNanos = lengthNanos;
    this.pair = new Slices.Pair(guard);
  }

  Candidate candidate() {
    return candidate;
  }

  Guard guard() {
    return guard;
  }

  String reason() {
    return reason;
  }

  /** Of each slice. */
  long lengthNanos() {
    return lengthNanos;
  }

  /** Whether the first slice of the pair has been served, and the next is the second. */
  boolean isWithinPair() {
    return slice == round.before() + 1;
  }

  boolean isOver() {
    return slice >= round.slices();
  }

  /** Whether the safe policy serves the next slice. */
  boolean isSafe() {
    return round.isSafe(slice);
  }

  /** Whether the next slice is compared. */
  boolean isCompared() {
    return round.isCompared(slice);
  }

  /** What the next slice is part of. */
  Slices.Part part() {
    return new Slices.Part(guard, isCompared() ? pair : null, !isSafe() && guard.mayDoHarm());
  }

  /**
   * How many requests may be in the service before the next slice is broken off. That of a pair is
   * that of its begin, so that it does not depend on its first slice.
   *
   * @param now what it would be at present
   */
  int mostInSystem(int now) {
    if (!isWithinPair()) {
      mostInSystem = now;
    }
    return mostInSystem;
  }

  /** The next slice has begun. */
  void stepped() {
    slice++;
  }
}
