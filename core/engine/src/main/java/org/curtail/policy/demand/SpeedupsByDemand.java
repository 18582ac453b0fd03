package org.curtail.policy.demand;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;

/**
 * The {@link Speedups} of requests of about the same demand: long requests gain more from threads
 * than short ones (Few-to-Many paper, Figures 1b and 2b). A profile's requests in ascending order
 * of demand are cut into classes of about the same weight. Immutable.
 */
public final class SpeedupsByDemand {
  private static final int CLASSES = 20;

  /** Greatest demand of each class, ascending. */
  private final double[] upToMs;

  private final List<Speedups> classes;

  private final int usefulDegree;

  private SpeedupsByDemand(double[] upToMs, List<Speedups> classes) {
    this.upToMs = upToMs;
    this.classes = classes;
    usefulDegree = classes.stream().mapToInt(Speedups::usefulDegree).max().orElseThrow();
  }

  public static SpeedupsByDemand of(Profile profile) {
    int[] ascending = profile.byDemand();
    var ends = new ArrayList<Integer>();
    double weight = 0;
    for (int i = 0; i < ascending.length; i++) {
      weight += profile.weight(ascending[i]);
      boolean last = i == ascending.length - 1;
      if (last || weight >= (ends.size() + 1) * profile.totalWeight() / CLASSES) {
        ends.add(i + 1);
      }
    }
    double[] upToMs = new double[ends.size()];
    var classes = new ArrayList<Speedups>();
    int begin = 0;
    for (int end : ends) {
      upToMs[classes.size()] = profile.timeMs(ascending[end - 1], 1);
      classes.add(Speedups.of(profile.select(Arrays.copyOfRange(ascending, begin, end))));
      begin = end;
    }
    return new SpeedupsByDemand(upToMs, List.copyOf(classes));
  }

  public int maxDegree() {
    return classes.getFirst().maxDegree();
  }

  /** The greatest degree that is useful to any class. */
  public int usefulDegree() {
    return usefulDegree;
  }

  /**
   * Returns the speedups for this demand. Beyond the profile's demands, they are those of its
   * longest requests.
   */
  public Speedups of(double demandMs) {
    int found = Arrays.binarySearch(upToMs, demandMs);
    return classes.get(Math.min(found >= 0 ? found : -found - 1, classes.size() - 1));
  }
}
