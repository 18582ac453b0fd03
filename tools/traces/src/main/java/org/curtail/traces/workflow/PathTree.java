package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.SelfTimes;
import org.curtail.traces.Trace;

/**
 * The critical paths of several requests as a tree of calls, in milliseconds per request. Immutable
 * once created.
 */
public final class PathTree {
  private static final double NANOS_PER_MILLI = 1e6;

  private final StageName stage;
  private final Map<StageName, PathTree> below = new LinkedHashMap<>();
  private double ownMillis;

  private PathTree(StageName stage) {
    this.stage = stage;
  }

  /**
   * Builds the tree of requests.
   *
   * @param traces requests with the same root; at least one
   */
  public static PathTree of(List<Trace> traces) {
    var root = new PathTree(StageName.of(traces.getFirst(), 0));
    for (Trace trace : traces) {
      long[] own = CriticalPath.nanos(trace);
      List<PathTree> places = new ArrayList<>(own.length);
      for (int span = 0; span < own.length; span++) {
        PathTree place = root;
        if (span > 0) {
          PathTree parent = places.get(trace.parent(span));
          // Both sides of a call belong to one visit.
          place =
              SelfTimes.isCall(trace, trace.parent(span))
                  ? parent
                  : parent.below.computeIfAbsent(StageName.of(trace, span), PathTree::new);
        }
        places.add(place);
        place.ownMillis += own[span] / NANOS_PER_MILLI / traces.size();
      }
    }
    return root;
  }

  /** Stage on the paths. */
  public StageName stage() {
    return stage;
  }

  /** Self time of the stage, with the network to it. */
  public double ownMillis() {
    return ownMillis;
  }

  /** Self time of the stage and of all stages below. */
  public double wholeMillis() {
    return ownMillis + below.values().stream().mapToDouble(PathTree::wholeMillis).sum();
  }

  /** Called stages on the paths, longest first. */
  public List<PathTree> below() {
    return below.values().stream()
        .filter(tree -> tree.wholeMillis() > 0)
        .sorted(Comparator.comparingDouble(PathTree::wholeMillis).reversed())
        .toList();
  }
}
