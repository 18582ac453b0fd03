package org.curtail.traces;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Builds the tree of one trace from its spans in any order. Repairs and counts each kind of {@link
 * Damage}.
 */
public final class TraceAssembly {
  private static final int NONE = -1;

  private final String id;
  private final DamageCounts damage;
  private final List<Span> spans;
  private final Map<String, Integer> places;

  /** Server span of each client span, for calls whose two sides have one id. */
  private final Map<Integer, Integer> servers = new HashMap<>();

  private TraceAssembly(String id, DamageCounts damage, int size) {
    this.id = id;
    this.damage = damage;
    spans = new ArrayList<>(size);
    places = HashMap.newHashMap(size);
  }

  /**
   * Builds the tree.
   *
   * @param spans spans of one trace; at least one
   * @param damage counts the damage
   */
  public static Trace of(List<Span> spans, DamageCounts damage) {
    if (spans.isEmpty()) {
      throw new IllegalArgumentException("a trace has at least one span");
    }
    var assembly = new TraceAssembly(spans.getFirst().traceId(), damage, spans.size());
    spans.forEach(assembly::add);
    var draft = new TraceDraft(assembly.id, assembly.spans, assembly.parents(), damage);
    var trace = new Trace(assembly.id, draft.placed());
    assembly.countRepeated(trace);
    return trace;
  }

  private void add(Span span) {
    Integer there = places.get(span.id());
    if (there == null) {
      places.put(span.id(), spans.size());
      spans.add(span);
      return;
    }
    Span first = spans.get(there);
    if (first.equals(span)) {
      damage.count(Damage.DUPLICATE, "trace " + id);
    } else if (areSides(first, span)) {
      addServer(there, span);
    } else if (areSides(span, first)) {
      spans.set(there, span);
      addServer(there, first);
    } else {
      damage.count(Damage.SAME_ID, "trace " + id + ", span " + span.id());
      spans.add(span);
    }
  }

  /** True for the two sides of one call or message. */
  private static boolean areSides(Span sender, Span receiver) {
    return (sender.kind() == SpanKind.CLIENT && receiver.kind() == SpanKind.SERVER)
        || (sender.kind() == SpanKind.PRODUCER && receiver.kind() == SpanKind.CONSUMER);
  }

  private void addServer(int client, Span server) {
    servers.put(client, spans.size());
    spans.add(server.named(server.id() + "/server", server.id()));
  }

  private int[] parents() {
    int[] parents = new int[spans.size()];
    var missing = new ArrayList<Integer>();
    var roots = new ArrayList<Integer>();
    for (int i = 0; i < parents.length; i++) {
      parents[i] = parentOf(i);
      if (parents[i] == NONE) {
        (spans.get(i).parentId() == null ? roots : missing).add(i);
      }
    }
    int root = earliest(roots);
    if (root == NONE) {
      root = earliest(missing);
    }
    if (root == NONE) {
      root = 0;
      parents[root] = NONE;
      damage.count(Damage.CIRCLE, "trace " + id);
    }
    for (int other : roots) {
      if (other != root) {
        parents[other] = root;
        damage.count(Damage.SEVERAL_ROOTS, "trace " + id);
      }
    }
    for (int orphan : missing) {
      parents[orphan] = orphan == root ? NONE : root;
      damage.count(Damage.NO_PARENT, "trace " + id);
    }
    breakCycles(parents, root);
    return parents;
  }

  private int parentOf(int i) {
    @Nullable String wanted = spans.get(i).parentId();
    Integer parent = wanted == null ? null : places.get(wanted);
    if (parent == null || parent == i) {
      return NONE;
    }
    // The children of a call belong to the server's side.
    Integer server = servers.get(parent);
    return server == null || server == i ? parent : server;
  }

  /** Returns the candidate with the earliest start; among equal starts, the longest. */
  private int earliest(List<Integer> candidates) {
    int best = NONE;
    for (int i : candidates) {
      if (best == NONE || isBefore(spans.get(i), spans.get(best))) {
        best = i;
      }
    }
    return best;
  }

  private static boolean isBefore(Span one, Span other) {
    return one.startNanos() != other.startNanos()
        ? one.startNanos() < other.startNanos()
        : one.durationNanos() > other.durationNanos();
  }

  private void breakCycles(int[] parents, int root) {
    boolean[] reached = new boolean[parents.length];
    reached[root] = true;
    for (int i = 0; i < parents.length; i++) {
      Set<Integer> path = new HashSet<>();
      int at = i;
      while (!reached[at] && path.add(at)) {
        at = parents[at];
      }
      if (!reached[at]) {
        parents[at] = root;
        damage.count(Damage.CIRCLE, "trace " + id);
      }
      path.forEach(on -> reached[on] = true);
    }
  }

  private void countRepeated(Trace trace) {
    for (boolean isRepeated : Repeats.of(trace)) {
      if (isRepeated) {
        damage.count(Damage.REPEATED, "trace " + id);
      }
    }
  }
}
