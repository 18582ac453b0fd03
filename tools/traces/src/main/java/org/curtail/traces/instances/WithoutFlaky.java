package org.curtail.traces.instances;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.curtail.traces.Trace;
import org.curtail.traces.workflow.CallVisit;
import org.curtail.traces.workflow.Intervention;
import org.curtail.traces.workflow.StageName;
import org.curtail.traces.workflow.WhatIf;

/**
 * Gain of whole requests if their calls to flaky instances went to other instances of the same
 * service. The first half of the requests names the instances, the later half has the gain. The
 * others get no slower here from the calls that they take over.
 *
 * @param avoided instances that the first half names; empty if it names none
 * @param gain gain of the later half
 */
public record WithoutFlaky(List<InstanceVisits> avoided, WhatIf.Together gain) {
  public WithoutFlaky {
    avoided = List.copyOf(avoided);
  }

  /** Returns the gain. */
  public static WithoutFlaky of(WhatIf whatIf) {
    List<InstanceVisits> flaky = InstanceMap.of(whatIf.firstHalf()).flaky();
    Map<String, Set<String>> byService =
        flaky.stream()
            .collect(
                Collectors.groupingBy(
                    InstanceVisits::service,
                    Collectors.mapping(InstanceVisits::instance, Collectors.toSet())));
    Map<StageName, Set<String>> byStage = new HashMap<>();
    for (Trace trace : whatIf.firstHalf()) {
      for (CallVisit visit : CallVisit.of(trace)) {
        StageName stage = visit.called().stage();
        if (byService
            .getOrDefault(stage.service(), Set.of())
            .contains(trace.instance(visit.server()))) {
          byStage
              .computeIfAbsent(stage, none -> new HashSet<>())
              .add(trace.instance(visit.server()));
        }
      }
    }
    List<Intervention.Avoided> interventions =
        byStage.entrySet().stream()
            .map(stage -> new Intervention.Avoided(stage.getKey(), stage.getValue()))
            .toList();
    return new WithoutFlaky(flaky, whatIf.of(interventions));
  }
}
