package org.curtail.cli.report;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.policies.Policies;
import org.curtail.policies.Policies.Need;

/** The line of Java that starts an engine with a policy. */
final class JavaLine {
  /** The ending of a policy on Lucene's executor, or with its own way of sharing. */
  private static final Pattern ENDING = Pattern.compile("(@executor|/[a-z-]+)$");

  private static final Pattern FIXED = Pattern.compile("fixed-(\\d+)");
  private static final Pattern DEMOTING = Pattern.compile("tail-index-demoting-(\\d+)");

  private static final String PROFILE = "ProfileJson.read(reader, \"profile\")";
  private static final String TABLE = "IntervalTableJson.read(reader, \"table\")";

  private JavaLine() {}

  /** The policy of a contender, by its name in the registry. */
  static String policyOf(String contender) {
    return ENDING.matcher(contender).replaceFirst("");
  }

  /**
   * The line. The inputs of the line are a {@code reader}, and the inputs of {@link #needsTable}
   * and {@link #needsProfile}.
   *
   * @param contender known to the registry
   */
  static String of(String contender) {
    return "Curtail curtail = Curtail.with(%s).start();".formatted(policy(policyOf(contender)));
  }

  static boolean needsTable(String contender) {
    return Policies.needs(policyOf(contender)).contains(Need.TABLE);
  }

  static boolean needsProfile(String contender) {
    return Policies.needs(policyOf(contender)).contains(Need.PROFILE);
  }

  private static String policy(String name) {
    if (name.endsWith(Policies.BOOSTING)) {
      return "new Boosted(%s)".formatted(policy(without(Policies.BOOSTING, name)));
    }
    if (name.endsWith(Policies.SHARING)) {
      return "new Sharing(%s)".formatted(policy(without(Policies.SHARING, name)));
    }
    Matcher fixed = FIXED.matcher(name);
    if (fixed.matches()) {
      return "new FixedDegree(%s)".formatted(fixed.group(1));
    }
    Matcher demoting = DEMOTING.matcher(name);
    if (demoting.matches()) {
      return "TailIndex.queueing(%s).malleable().demoting(%s)"
          .formatted(PROFILE, demoting.group(1));
    }
    return switch (name) {
      case "sequential" -> "new Sequential()";
      case "few-to-many" -> "new FewToMany(%s)".formatted(TABLE);
      case "few-to-many-literal" -> "FewToMany.literal(%s)".formatted(TABLE);
      case "processor-sharing" -> "OneThreadEach.processorSharing()";
      case "least-attained" -> "OneThreadEach.leastAttained()";
      case "gittins" -> "OneThreadEach.gittins(%s)".formatted(PROFILE);
      case "adaptive" -> "Adaptive.of(%s)".formatted(PROFILE);
      case "tail-index" -> "TailIndex.of(%s)".formatted(PROFILE);
      case "tail-index-malleable" -> "TailIndex.queueing(%s).malleable()".formatted(PROFILE);
      case "tail-index-patient" -> "TailIndex.patient(%s)".formatted(PROFILE);
      case "tail-index-patient-malleable" -> "TailIndex.patient(%s).malleable()".formatted(PROFILE);
      default -> "Policies.named(\"%s\", %s)".formatted(name, ingredients(name));
    };
  }

  private static String without(String addition, String name) {
    return name.substring(0, name.length() - addition.length());
  }

  private static String ingredients(String name) {
    return Policies.needs(name).contains(Need.PROFILE)
        ? "new Policies.Ingredients(Optional.of(%s), Optional.empty())".formatted(PROFILE)
        : "Policies.Ingredients.NONE";
  }
}
