package org.curtail.cli.bench.replicas;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.replicas.ReplicaNoise;
import org.curtail.benchkit.replicas.ReplicaNoise.Pauses;
import org.curtail.benchkit.replicas.ReplicaNoise.Slowness;
import org.curtail.benchkit.steps.RateSteps;
import org.curtail.benchkit.terminal.Abbreviated;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;

/** Noise of replicas as users write it: {@code pause:4%x200ms}, {@code slow:20%x2sx3}. */
final class NoiseText {
  static final String NONE = "none";

  private static final String OPTION = "--noise";

  private static final Pattern FORM =
      Pattern.compile("(pause|slow):([^%x]+)%x([^x]+?)(?:x([^x]+))?");

  private NoiseText() {}

  /**
   * Reads it.
   *
   * @param words one of each kind at most, or {@code none} alone
   * @throws UsageError if one is invalid or out of range
   */
  static List<ReplicaNoise> parse(List<String> words) {
    if (words.equals(List.of(NONE))) {
      return List.of();
    }
    List<ReplicaNoise> noise = words.stream().map(NoiseText::parse).toList();
    if (noise.stream().map(ReplicaNoise::getClass).distinct().count() < noise.size()) {
      throw new UsageError(
          "%s: expected pause and slow once each, found '%s'"
              .formatted(OPTION, Abbreviated.of(String.join(",", words))));
    }
    return noise;
  }

  private static ReplicaNoise parse(String word) {
    Matcher parts = FORM.matcher(word.strip());
    if (!parts.matches() || parts.group(1).equals("slow") != (parts.group(4) != null)) {
      throw new UsageError(
          "%s: expected none, pause:SHARE%%xLENGTH as in pause:4%%x200ms, or slow:SHARE%%xLENGTHxFACTOR as in slow:20%%x2sx3, found '%s'"
              .formatted(OPTION, Abbreviated.of(word)));
    }
    double percent = number(parts.group(2), word);
    if (!(percent > 0 && percent <= 100)) {
      throw new UsageError(
          "%s: expected a share above 0 %% and at most 100 %%, found '%s'"
              .formatted(OPTION, Abbreviated.of(word)));
    }
    double lengthMs = RateSteps.durationMs(OPTION, parts.group(3));
    if (parts.group(4) == null) {
      return new Pauses(percent / 100, lengthMs);
    }
    double factor = number(parts.group(4), word);
    if (!(factor > 1) || Double.isInfinite(factor)) {
      throw new UsageError(
          "%s: expected a factor above 1, found '%s'".formatted(OPTION, Abbreviated.of(word)));
    }
    return new Slowness(percent / 100, lengthMs, factor);
  }

  private static double number(String text, String word) {
    try {
      return Double.parseDouble(text);
    } catch (NumberFormatException e) {
      throw new UsageError(
          "%s: expected a number in place of '%s', found '%s'"
              .formatted(OPTION, Abbreviated.of(text), Abbreviated.of(word)),
          e);
    }
  }

  /** The same noise as a user would write it. */
  static List<String> text(List<ReplicaNoise> noise) {
    return noise.isEmpty() ? List.of(NONE) : noise.stream().map(NoiseText::text).toList();
  }

  private static String text(ReplicaNoise noise) {
    String stretch =
        "%s%%x%sms".formatted(Numbers.plain(100 * noise.share()), Numbers.exact(noise.lengthMs()));
    return switch (noise) {
      case Pauses pauses -> "pause:" + stretch;
      case Slowness slow -> "slow:%sx%s".formatted(stretch, Numbers.exact(slow.factor()));
    };
  }
}
