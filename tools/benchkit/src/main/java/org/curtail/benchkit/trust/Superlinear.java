package org.curtail.benchkit.trust;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.curtail.Profile;
import org.curtail.benchkit.text.Numbers;

/**
 * Remarks on speedups above the degree. Caches may give slightly superlinear speedups. A much
 * greater speedup means that times at degree 1 were disturbed.
 */
public final class Superlinear {
  /** Greatest relative excess over the degree that counts as linear. */
  private static final double ROUNDING = 0.02;

  /** Least relative excess over the degree that always has a remark. */
  private static final double IMPLAUSIBLE = 0.1;

  private Superlinear() {}

  /** Requests of a mean speedup. */
  private record Group(String name, double fromPercentile, double toPercentile) {
    double speedup(Profile profile, int degree) {
      return profile.meanSpeedup(degree, fromPercentile, toPercentile);
    }
  }

  private static final List<Group> GROUPS =
      List.of(
          new Group("all", 0, 100),
          new Group("the longest 5 %", 95, 100),
          new Group("the shortest 5 %", 0, 5));

  /**
   * Returns doubts about a profile's speedups.
   *
   * @param runs single runs of the same requests behind the profile; may be empty
   */
  public static List<String> notes(Profile profile, List<Profile> runs) {
    var beyond = new ArrayList<String>();
    var within = new ArrayList<String>();
    for (int degree = 2; degree <= profile.maxDegree(); degree++) {
      for (Group group : GROUPS) {
        double speedup = group.speedup(profile, degree);
        double[] spread = spread(group, degree, runs, speedup);
        if (isBeyond(degree, speedup, spread[0])) {
          (spread[0] > degree ? beyond : within).add(inWords(degree, group, speedup, spread, runs));
        }
      }
    }
    var notes = new ArrayList<String>();
    if (!beyond.isEmpty()) {
      notes.add(
          "superlinear speedups, above the degree%s: %s; unless caches explain them, times at degree 1 were disturbed, so measure again when the machine is quiet%s"
              .formatted(
                  runs.size() < 2 ? "" : " in every run",
                  String.join(", ", beyond),
                  runs.size() < 2 ? ", with more --runs" : ""));
    }
    if (!within.isEmpty()) {
      notes.add(
          "superlinear speedups, above the degree but not in every run: %s; times were disturbed, so measure again when the machine is quiet, with more --runs"
              .formatted(String.join(", ", within)));
    }
    return notes;
  }

  /**
   * Returns doubts about the speedup of a mean.
   *
   * @param what name of the requests: "all searches"
   * @param low lower end of the speedup's interval
   */
  public static List<String> notes(String what, int degree, double speedup, double low) {
    return isBeyond(degree, speedup, low)
        ? List.of(
            "superlinear speedup of %s at degree %d, %s (from %s on): unless caches explain it, times on one thread were disturbed; measure again when the machine is quiet"
                .formatted(what, degree, Numbers.decimal(speedup), Numbers.decimal(low)))
        : List.of();
  }

  private static boolean isBeyond(int degree, double speedup, double low) {
    return degree > 1
        && speedup > degree * (1 + ROUNDING)
        && (low > degree || speedup > degree * (1 + IMPLAUSIBLE));
  }

  /** Returns the least and the greatest speedup of the runs. */
  private static double[] spread(Group group, int degree, List<Profile> runs, double otherwise) {
    double[] speedups = runs.stream().mapToDouble(run -> group.speedup(run, degree)).toArray();
    return new double[] {
      Arrays.stream(speedups).min().orElse(otherwise),
      Arrays.stream(speedups).max().orElse(otherwise)
    };
  }

  private static String inWords(
      int degree, Group group, double speedup, double[] spread, List<Profile> runs) {
    String of = "%s at degree %d %s".formatted(group.name(), degree, Numbers.decimal(speedup));
    return runs.size() < 2
        ? of
        : of
            + " (%s to %s in %d runs)"
                .formatted(Numbers.decimal(spread[0]), Numbers.decimal(spread[1]), runs.size());
  }
}
