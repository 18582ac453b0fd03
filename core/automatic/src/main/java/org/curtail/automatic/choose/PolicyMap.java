package org.curtail.automatic.choose;

import java.util.List;
import java.util.function.UnaryOperator;
import org.curtail.IntervalTable;
import org.curtail.Profile;

/**
 * Map from loads to policies. Load is the <b>utilisation</b>: busy cores divided by all cores. The
 * busy cores are the arrival rate times the mean time of a request on one thread, plus those of
 * other work. It does not depend on the policy, and may exceed 1.
 *
 * <p>In a band around each border between two entries, the present policy continues, so that a
 * varying load does not switch policies. Immutable.
 *
 * @param entries at least one, ascending in load, the first from 0 on; neighbours have different
 *     candidates
 * @param halfBand half width of the band around each border; at least 0. Bands may overlap
 */
public record PolicyMap(List<Entry> entries, double halfBand) {
  /** Default half width: the error of a measured load. */
  public static final double HALF_BAND = 0.03;

  /**
   * Candidate and its least load.
   *
   * @param fromUtilisation least load; at least 0, finite. The next entry's is the upper end
   * @param candidate candidate that serves there
   * @param reason reason for it, in a sentence for people
   */
  public record Entry(double fromUtilisation, Candidate candidate, String reason) {
    public Entry {
      if (!(fromUtilisation >= 0) || Double.isInfinite(fromUtilisation)) {
        throw new IllegalArgumentException(
            "fromUtilisation must be finite and not negative: " + fromUtilisation);
      }
    }
  }

  public PolicyMap {
    entries = List.copyOf(entries);
    if (entries.isEmpty() || entries.getFirst().fromUtilisation() != 0) {
      throw new IllegalArgumentException("a map needs an entry from 0 on: " + entries);
    }
    if (!(halfBand >= 0) || Double.isInfinite(halfBand)) {
      throw new IllegalArgumentException("halfBand must be finite and not negative: " + halfBand);
    }
    for (int i = 1; i < entries.size(); i++) {
      Entry below = entries.get(i - 1);
      Entry above = entries.get(i);
      if (!(above.fromUtilisation() > below.fromUtilisation())) {
        throw new IllegalArgumentException(
            "entry %d begins at %s, which must be above entry %d at %s"
                .formatted(i, above.fromUtilisation(), i - 1, below.fromUtilisation()));
      }
      if (above.candidate().equals(below.candidate())) {
        throw new IllegalArgumentException(
            "entries %d and %d are both %s".formatted(i - 1, i, above.candidate().name()));
      }
    }
  }

  /**
   * Returns the same policies by name, loads and reasons, made from another profile.
   *
   * @param profile the demand
   * @param tables conversion of each candidate's table, if it has one
   * @param goal goal whose limit on threads holds
   */
  public PolicyMap madeFrom(Profile profile, UnaryOperator<IntervalTable> tables, Goal goal) {
    return new PolicyMap(
        entries.stream()
            .map(entry ->
                new Entry(
                    entry.fromUtilisation,
                    Candidate.named(
                        entry.candidate.name(),
                        profile,
                        entry.candidate.table().map(tables),
                        goal.threads()),
                    entry.reason))
            .toList(),
        halfBand);
  }

  /** Returns the map of one candidate at every load. */
  public static PolicyMap always(Candidate candidate, String reason) {
    return new PolicyMap(List.of(new Entry(0, candidate, reason)), HALF_BAND);
  }

  /** Returns true if one candidate serves at every load. */
  public boolean isOne() {
    return entries.size() == 1;
  }

  /**
   * Returns the index of the entry for a load at the start.
   *
   * @param utilisation at least 0
   * @throws IllegalArgumentException if the utilisation is negative or not a number
   */
  public int place(double utilisation) {
    requireLoad(utilisation);
    int place = 0;
    while (place + 1 < entries.size() && utilisation >= entries.get(place + 1).fromUtilisation()) {
      place++;
    }
    return place;
  }

  /**
   * Returns the index of the entry that should serve now. It is the present one while the load is
   * within its range or the bands at its ends.
   *
   * @param utilisation at least 0
   * @param present index of the entry that serves, 0 to the number of entries - 1
   * @throws IllegalArgumentException if the utilisation is negative or not a number
   * @throws IndexOutOfBoundsException if there is no such entry
   */
  public int place(double utilisation, int present) {
    requireLoad(utilisation);
    boolean isAbove = utilisation >= entries.get(present).fromUtilisation() - halfBand;
    boolean isBelow =
        present + 1 == entries.size()
            || utilisation < entries.get(present + 1).fromUtilisation() + halfBand;
    return isAbove && isBelow ? present : place(utilisation);
  }

  private static void requireLoad(double utilisation) {
    if (!(utilisation >= 0)) {
      throw new IllegalArgumentException("utilisation must not be negative: " + utilisation);
    }
  }
}
