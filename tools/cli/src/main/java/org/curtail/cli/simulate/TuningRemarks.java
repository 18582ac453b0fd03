package org.curtail.cli.simulate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.curtail.Profile;
import org.curtail.benchkit.results.Run;
import org.curtail.policies.Policies;

/** Where the whole milliseconds in which policies are tuned are too coarse, or end too early. */
public final class TuningRemarks {
  private static final int COARSE_BELOW = 10;
  private static final int GREATEST = 9999;

  /** Those whose numbers count requests. */
  private static final Set<String> WITHOUT_TIMES = Set.of("binary", "linear");

  /** Those whose numbers latencies are held against, which may exceed any demand. */
  private static final Set<String> AIMING_AT_LATENCY =
      Set.of("tpc", "edf", "tail-control", "tail-index-demoting", "tail-index-due");

  private TuningRemarks() {}

  /**
   * At most one remark of each policy; none if all is well.
   *
   * @param runs tuned or not
   * @param known what was tuned for
   */
  public static List<String> lines(List<Run> runs, Profile known) {
    var lines = new ArrayList<String>();
    var policies = new LinkedHashSet<String>();
    runs.stream().map(Run::policy).forEach(policies::add);
    for (String policy : policies) {
      List<String> found =
          runs.stream()
              .filter(run -> run.policy().equals(policy))
              .map(Run::tuned)
              .filter(Objects::nonNull)
              .toList();
      found.stream().flatMap(name -> remark(policy, name, known)).limit(1).forEach(lines::add);
    }
    return List.copyOf(lines);
  }

  private static Stream<String> remark(String policy, String found, Profile known) {
    String plain = Policies.withoutAdditions(policy);
    if (WITHOUT_TIMES.contains(plain)) {
      return Stream.empty();
    }
    List<Integer> numbersMs =
        Stream.of(Policies.withoutAdditions(found).substring(plain.length() + 1).split("-"))
            .map(Integer::valueOf)
            .toList();
    if (plain.equals("dds")) {
      // The greatest error is every error; no whole number is missing for that.
      numbersMs = numbersMs.stream().filter(ms -> ms != GREATEST).toList();
    }
    // No delay is not a coarse one.
    if (numbersMs.stream().anyMatch(ms -> ms > 0 && ms < COARSE_BELOW)) {
      return Stream.of(
          found
              + ": whole milliseconds are coarse for numbers below %d, others between them may be better"
                  .formatted(COARSE_BELOW));
    }
    // Beyond the longest demand all thresholds are alike.
    boolean mayEndTooEarly =
        AIMING_AT_LATENCY.contains(plain) || known.percentileMs(100, 1) > GREATEST;
    return mayEndTooEarly && numbersMs.contains(GREATEST)
        ? Stream.of(
            found
                + ": %,d ms is the greatest possible number".formatted(GREATEST)
                + ", a greater one may be better")
        : Stream.empty();
  }
}
