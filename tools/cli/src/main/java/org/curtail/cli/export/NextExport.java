package org.curtail.cli.export;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.curtail.benchkit.files.JsonFile;
import org.curtail.benchkit.terminal.UsageError;
import org.curtail.workflow.StagePlan;
import org.jspecify.annotations.Nullable;

/** The export command to suggest after a plan is written; tested first on the plan. */
public final class NextExport {
  /** Placeholder for the cluster of a plan that names no service. */
  private static final String ANY_CLUSTER = "my-service";

  private static final Names NO_NAMES = new Names(Map.of());

  /** Names of calls over HTTP: GET /cart. */
  private static final Pattern HTTP =
      Pattern.compile("\\b(?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS|HTTP)\\b|(?:^|\\s)/");

  /** Name of a call in a plan for recorded requests: front to cart GET /cart. */
  private static final Pattern CALL = Pattern.compile("(?s)\\S+ to (\\S+) .+");

  private NextExport() {}

  /** The export command for a plan of reissue; empty if no target supports it. */
  public static Optional<List<Object>> ofReissue(Path file) {
    return tried(
        file,
        List.of(),
        false,
        ANY_CLUSTER,
        target -> PlanForTarget.of(JsonFile.REISSUE_PLAN.read(file), target, file));
  }

  /**
   * The export command for a plan for a workflow; empty if no target supports it.
   *
   * @param workflow workflow of the plan; null if it comes from recorded requests
   */
  public static Optional<List<Object>> ofWorkflow(Path file, @Nullable Path workflow) {
    var grpc = new GrpcServiceConfig();
    if (runs(() -> grpc.export(PlanOfCalls.of(file, grpc).calls(), NO_NAMES))) {
      return Optional.of(List.of("export", file, "--to", grpc.name()));
    }
    return JsonFile.WORKFLOW_PLAN.read(file).plan().stages().stream()
        .map(StagePlan::stage)
        .flatMap(stage -> ofStage(file, stage, workflow).stream())
        .findFirst();
  }

  private static Optional<List<Object>> ofStage(Path file, String stage, @Nullable Path workflow) {
    var words = new ArrayList<Object>(List.of("--stage", stage));
    if (workflow != null) {
      words.addAll(List.of("--workflow", workflow));
    }
    Matcher call = CALL.matcher(stage);
    return tried(
        file,
        words,
        HTTP.matcher(stage).find(),
        call.matches() ? call.group(1) : ANY_CLUSTER,
        target -> StageOfPlan.of(file, stage, workflow, target));
  }

  /** Returns gRPC if it supports the calls, else Envoy, which supports calls of any kind. */
  private static Optional<List<Object>> tried(
      Path file,
      List<Object> which,
      boolean isHttp,
      String cluster,
      Function<Target, PlanForTarget> plan) {
    var words = new ArrayList<Object>(List.of("export", file));
    words.addAll(which);
    var grpc = new GrpcServiceConfig();
    if (!isHttp && runs(() -> grpc.export(plan.apply(grpc).copies(), NO_NAMES))) {
      words.addAll(List.of("--to", grpc.name()));
      return Optional.of(words);
    }
    var names = new Names(Map.of(Name.CLUSTER, cluster));
    if (runs(() -> EnvoyTargets.ENVOY.export(plan.apply(EnvoyTargets.ENVOY).copies(), names))) {
      words.addAll(List.of("--to", EnvoyTargets.ENVOY.name(), Name.CLUSTER.option(), cluster));
      return Optional.of(words);
    }
    return Optional.empty();
  }

  private static boolean runs(Runnable export) {
    try {
      export.run();
      return true;
    } catch (UsageError e) {
      return false; // The plan sends no copies, or some that the target does not support.
    }
  }
}
