package org.curtail.cli.export;

import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.reissue.ReissueGoal;
import org.curtail.reissue.ReissuePlan;
import org.curtail.reissue.ReissuePolicy;
import org.curtail.reissue.plan.PlanDocument;

/** Plans to export. */
final class Plans {
  /** With a probability, and the alternative without. */
  static final PlanDocument SINGLE_R =
      PlanDocument.of(
              new ReissuePlan(
                  new ReissueGoal(99, 0.02),
                  ReissuePolicy.singleR(42.1375, 0.4),
                  0.02,
                  120,
                  200,
                  100))
          .withSingleD(new PlanDocument.SingleD(151.25, 0.0195, 160));

  /** Always after a delay. */
  static final PlanDocument SINGLE_D =
      PlanDocument.of(
          new ReissuePlan(
              new ReissueGoal(99, 0.02), ReissuePolicy.singleD(151.25), 0.0195, 160, 200, 100));

  private Plans() {}

  static Path written(PlanDocument plan, Path folder) throws IOException {
    Path file = folder.resolve("reissue.json");
    JsonFile.REISSUE_PLAN.write(file, plan);
    return file;
  }

  /** Text of a target for the copies of such a plan. */
  static String text(Target target, PlanDocument plan, Object... names) {
    Map<Name, String> given = new EnumMap<>(Name.class);
    for (int i = 0; i < names.length; i += 2) {
      given.put((Name) names[i], names[i + 1].toString());
    }
    return target
        .export(PlanForTarget.of(plan, target, Path.of("plan.json")).copies(), new Names(given))
        .text();
  }
}
