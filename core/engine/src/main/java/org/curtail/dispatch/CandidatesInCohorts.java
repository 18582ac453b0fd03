package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/**
 * Where priorities are {@linkplain org.curtail.Traits#isMonotone monotone}, requests stand in
 * {@link Cohort}s, and choosing one asks, as a rule, for few priorities per number of threads,
 * however many requests run.
 */
final class CandidatesInCohorts<R extends DispatchedRequest> implements Candidates<R> {
  private final int maxDegree;
  private final int mostThreads;

  /** By class, then by threads. */
  private final EnumMap<PriorityClass, List<Cohort<R>>> cohorts =
      new EnumMap<>(PriorityClass.class);

  /** In no cohort, since a thread is still on its way to it. */
  private final Set<R> apart = new LinkedHashSet<>();

  CandidatesInCohorts(int maxDegree, int mostThreads) {
    this.maxDegree = maxDegree;
    this.mostThreads = mostThreads;
    for (PriorityClass priorityClass : PriorityClass.values()) {
      cohorts.put(priorityClass, new ArrayList<>());
    }
  }

  @Override
  public void update(R request) {
    remove(request);
    if (request.wantsThread()) {
      apart.add(request);
    }
  }

  @Override
  public void remove(R request) {
    request.leaveCohort();
    apart.remove(request);
  }

  @Override
  public @Nullable R neediest(Ranking ranking, long nowNanos) {
    R best = null;
    for (Iterator<R> all = apart.iterator(); all.hasNext(); ) {
      R request = all.next();
      if (!request.wantsThread()) {
        all.remove();
      } else if (request.isServedByAll()) {
        all.remove();
        request.place = cohort(request).add(request);
      } else {
        request.priority = ranking.priority(request.progress(nowNanos));
        best = CandidatesByPriority.first(best, request);
      }
    }
    for (var ofClass : cohorts.entrySet()) {
      if (best != null && best.priorityClass().compareTo(ofClass.getKey()) < 0) {
        break;
      }
      for (Cohort<R> cohort : ofClass.getValue()) {
        best = CandidatesByPriority.first(best, cohort.neediest(ranking, nowNanos));
      }
    }
    return best;
  }

  private Cohort<R> cohort(R request) {
    List<Cohort<R>> byThreads = requireNonNull(cohorts.get(request.priorityClass()));
    while (byThreads.size() <= request.threads()) {
      byThreads.add(new Cohort<>(byThreads.size(), maxDegree, mostThreads));
    }
    return byThreads.get(request.threads());
  }
}
