package org.curtail.traces.tables;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.RequestKind;

/** Checks that a recording gives the same results as one in memory. */
public final class SameRecordings {
  private SameRecordings() {}

  /**
   * Compares all answers with those of the recording in memory; doubles must have the same bits.
   */
  public static void check(Recording found, Recording held) {
    check(found, held, Integer.MAX_VALUE);
  }

  /** Compares the answers for a limited number of workflows. */
  public static void check(Recording found, Recording held, int workflows) {
    assertThat(found.contents().requests()).isEqualTo(held.contents().requests());
    assertThat(found.contents().spans()).isEqualTo(held.contents().spans());
    assertThat(found.contents().damage().counts()).isEqualTo(held.contents().damage().counts());
    assertThat(found.contents().leftOut()).isEqualTo(held.contents().leftOut());
    assertThat(found.contents().unit()).isEqualTo(held.contents().unit());
    assertThat(found.workflows()).isEqualTo(held.workflows());
    for (WorkflowSummary workflow : held.workflows().stream().limit(workflows).toList()) {
      RequestKind kind = workflow.kind();
      assertThat(found.stages(kind)).as("%s", kind).isEqualTo(held.stages(kind));
      assertThat(lines(found.requests(kind).traces()))
          .as("%s", kind)
          .isEqualTo(lines(held.requests(kind).traces()));
    }
    assertThat(lines(found.traces().traces())).isEqualTo(lines(held.traces().traces()));
  }

  private static List<String> lines(List<Trace> traces) {
    List<String> lines = new ArrayList<>();
    for (Trace trace : traces) {
      for (int i = 0; i < trace.size(); i++) {
        lines.add(
            "%s %d %s %s %s %d %d %s %s"
                .formatted(
                    trace.id(),
                    trace.parent(i),
                    trace.service(i),
                    trace.operation(i),
                    trace.kind(i),
                    trace.startNanos(i),
                    trace.durationNanos(i),
                    trace.failed(i),
                    trace.instance(i)));
      }
    }
    return lines;
  }
}
