package org.curtail.benchkit.trust;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.curtail.Profile;
import org.curtail.benchkit.text.Numbers;
import org.curtail.plan.PlanGoal;
import org.curtail.policy.TailIndex;

/**
 * Remarks on a profile for all results from it: its own notes, and profiles without a gain from
 * parallelism or from tail-index.
 */
public final class ProfileRemarks {
  private static final int LONGEST_FROM_PERCENTILE = 95;

  private ProfileRemarks() {}

  /**
   * Returns the remarks; may be empty.
   *
   * @param file name of the profile
   * @param policies names of the compared policies
   */
  public static List<String> lines(String file, Profile profile, List<String> policies) {
    return policies.stream().anyMatch(name -> name.startsWith("tail-index"))
        ? lines(file, profile)
        : general(file, profile);
  }

  /** Returns the remarks for all policies. */
  public static List<String> lines(String file, Profile profile) {
    var remarks = new ArrayList<>(general(file, profile));
    addIdleTailIndex(remarks, file, profile);
    return List.copyOf(remarks);
  }

  /**
   * Returns the remarks for a terminal: one line has the number of the profile's own notes, which
   * another command has printed.
   *
   * @param file name of the profile
   * @param remarks remarks of {@link #lines}, possibly with others
   */
  public static List<String> brief(String file, Profile profile, List<String> remarks) {
    List<String> own = profile.notes().stream().map(note -> file + ": " + note).toList();
    if (own.isEmpty()) {
      return remarks;
    }
    var brief = new ArrayList<String>();
    brief.add(
        "%s: %s of the profile %s here too (its field notes)"
            .formatted(
                file,
                own.size() == 1 ? "the note" : "the " + own.size() + " notes",
                own.size() == 1 ? "holds" : "hold"));
    remarks.stream().filter(remark -> !own.contains(remark)).forEach(brief::add);
    return List.copyOf(brief);
  }

  private static List<String> general(String file, Profile profile) {
    var remarks = new ArrayList<String>();
    profile.notes().forEach(note -> remarks.add(file + ": " + note));
    addNothingToGain(remarks, file, profile);
    return List.copyOf(remarks);
  }

  private static void addNothingToGain(List<String> remarks, String file, Profile profile) {
    int maxDegree = profile.maxDegree();
    String nothing = file + ": nothing can be gained by parallelism: ";
    if (maxDegree == 1) {
      remarks.add(
          nothing
              + "its times were measured at degree 1 only; measure more with curtail profile --max-degree N");
    } else if (SpeedupShape.of(profile, PlanGoal.degreesTo(maxDegree)).gaining() == 0) {
      remarks.add(
          nothing
              + "no request takes less time at degree %s than at degree 1: requests are too short, chunks too few, cores were busy, or speedups were not measured; measure again on a quiet machine, or serve with sequential"
                  .formatted(degrees(maxDegree)));
    } else if (greatest(profile, 0) <= 1 && greatest(profile, LONGEST_FROM_PERCENTILE) <= 1) {
      remarks.add(
          nothing
              + "at degree %s neither all requests (speedup at most %s in the mean) nor the longest 5 %% (at most %s) take less time than at degree 1; measure again on a quiet machine, or serve with sequential"
                  .formatted(
                      degrees(maxDegree),
                      Numbers.decimal(greatest(profile, 0)),
                      Numbers.decimal(greatest(profile, LONGEST_FROM_PERCENTILE))));
    }
  }

  private static String degrees(int maxDegree) {
    return maxDegree == 2 ? "2" : "2 to " + maxDegree;
  }

  /** Returns the greatest mean speedup at a degree above 1, over requests above a percentile. */
  private static double greatest(Profile profile, int fromPercentile) {
    return profile.meanSpeedup(bestDegree(profile, fromPercentile), fromPercentile, 100);
  }

  private static int bestDegree(Profile profile, int fromPercentile) {
    return IntStream.rangeClosed(2, profile.maxDegree())
        .boxed()
        .max(Comparator.comparingDouble(degree -> profile.meanSpeedup(degree, fromPercentile, 100)))
        .orElseThrow();
  }

  /** Adds the reason if tail-index would use one thread. */
  private static void addIdleTailIndex(List<String> remarks, String file, Profile profile) {
    if (profile.maxDegree() == 1 || TailIndex.of(profile).maxDegree() > 1) {
      return;
    }
    int degree = bestDegree(profile, LONGEST_FROM_PERCENTILE);
    double longest = profile.meanSpeedup(degree, LONGEST_FROM_PERCENTILE, 100);
    if (longest > 1) {
      remarks.add(
          "%s: tail-index stays sequential on this profile: after any amount of work, the 10 or more requests that are left gain nothing from more threads, although the longest 5 %% do (%s at degree %d); profile more requests, or use few-to-many"
              .formatted(file, Numbers.decimal(longest), degree));
    }
  }
}
