package org.curtail.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Joins traces of 128-bit ids with traces of cut ids: some programs send only the lower 64 bits.
 * Equal lower bits are not enough. Two traces are one request if a span of one trace has its parent
 * in the other.
 */
public final class TraceIds {
  private static final int HALF_DIGITS = 16;
  private static final int DIGITS = 32;

  private TraceIds() {}

  /**
   * Returns the lower half of an id without leading zeros, or the id itself if it is shorter. The
   * whole and the cut id of a trace have the same result, which can be the key of a partition.
   */
  public static String lowerHalf(String id) {
    if (id.length() > DIGITS || !isHex(id)) {
      return id;
    }
    int at = Math.max(0, id.length() - HALF_DIGITS);
    while (at < id.length() && id.charAt(at) == '0') {
      at++;
    }
    return at == id.length() ? id : id.substring(at);
  }

  private static boolean isHex(String id) {
    for (int i = 0; i < id.length(); i++) {
      if (Character.digit(id.charAt(i), HALF_DIGITS) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the traces. Traces of cut ids are merged with the traces that they belong to.
   *
   * @param traces traces by id; not changed
   * @param damage counts the spans with a cut id
   */
  public static Map<String, List<Span>> joined(
      Map<String, List<Span>> traces, DamageCounts damage) {
    Map<String, List<String>> whole = new HashMap<>();
    Set<String> cut = new HashSet<>();
    traces
        .keySet()
        .forEach(id -> {
          if (id.length() <= HALF_DIGITS) {
            cut.add(lowerHalf(id));
          }
        });
    for (String id : traces.keySet()) {
      if (id.length() > HALF_DIGITS && !cut.isEmpty() && cut.contains(lowerHalf(id))) {
        whole.computeIfAbsent(lowerHalf(id), none -> new ArrayList<>()).add(id);
      }
    }
    if (whole.isEmpty()) {
      return traces;
    }
    Map<String, List<Span>> joined = new LinkedHashMap<>(traces);
    traces.forEach((id, spans) -> {
      if (id.length() <= HALF_DIGITS) {
        for (String candidate : whole.getOrDefault(lowerHalf(id), List.of())) {
          if (areOne(spans, traces.getOrDefault(candidate, List.of()))) {
            List<Span> all = new ArrayList<>(joined.getOrDefault(candidate, List.of()));
            spans.forEach(span -> all.add(span.in(candidate)));
            damage.count(Damage.CUT_TRACE, spans.size(), "trace " + id);
            joined.put(candidate, all);
            joined.remove(id);
            break;
          }
        }
      }
    });
    return joined;
  }

  private static boolean areOne(List<Span> cut, List<Span> whole) {
    return hasParentIn(cut, whole) || hasParentIn(whole, cut);
  }

  /** True if a parent that is missing among the children's spans is among the parents' spans. */
  private static boolean hasParentIn(List<Span> children, List<Span> parents) {
    Set<String> own = ids(children);
    Set<String> others = ids(parents);
    for (Span child : children) {
      String parent = child.parentId();
      if (parent != null && others.contains(parent) && !own.contains(parent)) {
        return true;
      }
    }
    return false;
  }

  private static Set<String> ids(List<Span> spans) {
    Set<String> ids = HashSet.newHashSet(spans.size());
    spans.forEach(span -> ids.add(span.id()));
    return ids;
  }
}
