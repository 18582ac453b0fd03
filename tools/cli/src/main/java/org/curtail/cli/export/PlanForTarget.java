package org.curtail.cli.export;

import java.nio.file.Path;
import java.util.List;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.benchkit.text.Numbers;
import org.curtail.reissue.Reissue;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.plan.PlanDocument;
import org.jspecify.annotations.Nullable;

/**
 * The part of a plan that a target supports, and the loss. A target without probabilities gets the
 * file's second plan: the best one for the same budget that always sends a copy.
 *
 * @param copies setting of the target
 * @param predictedMillis latency at the plan's percentile with these copies; null if the file does
 *     not give it
 * @param lostGain share of the plan's gain that is lost; 0 for the plan itself, null if the file
 *     does not give it
 * @param remarks the loss in words
 */
record PlanForTarget(
    Copies copies,
    @Nullable Double predictedMillis,
    @Nullable Double lostGain,
    List<String> remarks) {
  PlanForTarget {
    remarks = List.copyOf(remarks);
  }

  /**
   * Finds the supported part.
   *
   * @param file file of the plan, for messages
   * @throws UsageError if the plan sends no copies, or the target does not support it and the file
   *     has no alternative
   */
  static PlanForTarget of(PlanDocument noted, Target target, Path file) {
    ReissuePlan plan = noted.plan();
    List<Reissue> copies =
        plan.policy().reissues().stream().filter(copy -> copy.probability() > 0).toList();
    if (copies.isEmpty()) {
      throw new UsageError(
          file + ": expected a plan that sends requests again, found one that sends none");
    }
    if (copies.size() == 1 && (target.saysProbability() || copies.getFirst().probability() == 1)) {
      return new PlanForTarget(
          copies(copies.getFirst(), plan), plan.predictedMillis(), 0.0, List.of());
    }
    String cannot =
        copies.size() > 1
            ? "cannot send %d copies at the plan's times".formatted(copies.size())
            : "cannot send a copy with a probability, here %s"
                .formatted(Numbers.significant(copies.getFirst().probability()));
    PlanDocument.SingleD other = noted.singleD();
    if (other == null) {
      throw new UsageError(
          "%s: --to %s %s, and the file has no plan that always sends one; plan again with curtail reissue --single-d"
              .formatted(file, target.name(), cannot));
    }
    return new PlanForTarget(
        new Copies(other.delayMillis(), 1, other.reissueFraction(), plan.goal().budget()),
        other.predictedMillis(),
        lost(plan, other),
        List.of(
            "%s %s: instead it always sends one, after %s, for the same budget. %s becomes %s instead of %s, from %s without: %s of the gain is lost"
                .formatted(
                    target.name(),
                    cannot,
                    Numbers.time(other.delayMillis()),
                    Numbers.percentile(plan.goal().percentile()),
                    Numbers.time(other.predictedMillis()),
                    Numbers.time(plan.predictedMillis()),
                    Numbers.time(plan.withoutMillis()),
                    Numbers.percent(lost(plan, other)))));
  }

  private static Copies copies(Reissue copy, ReissuePlan plan) {
    return new Copies(
        copy.delayMillis(), copy.probability(), plan.reissueFraction(), plan.goal().budget());
  }

  private static double lost(ReissuePlan plan, PlanDocument.SingleD other) {
    double gain = plan.withoutMillis() - plan.predictedMillis();
    return gain <= 0
        ? 0
        : Math.clamp((other.predictedMillis() - plan.predictedMillis()) / gain, 0, 1);
  }
}
