package org.curtail.traces.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.curtail.traces.Trace;
import org.jspecify.annotations.Nullable;

/** The calls of all requests of a workflow, by place. */
final class PlacedCalls {
  /** Minimum share of requests for a place. Rarer calls count as their caller's own work. */
  private static final double LEAST_SHARE = 0.01;

  /** Maximum number of places that a picture or a plan can show. */
  private static final int MOST_PLACES = 120;

  private static final int NONE = -1;

  private final List<Trace> traces;

  /** The visits of each request, and the place of each visit; -1 for none. */
  private final List<List<CallVisit>> visits = new ArrayList<>();

  private final List<int[]> placeOf = new ArrayList<>();
  private final List<Key> keys = new ArrayList<>();
  private final List<Long> counts = new ArrayList<>();
  private final List<Double> offsets = new ArrayList<>();

  private record Key(int parent, CallTarget called, int number) {}

  private record Group(int parentVisit, CallTarget called) {}

  PlacedCalls(List<Trace> traces) {
    this.traces = traces;
    Map<Key, Integer> all = new HashMap<>();
    for (Trace trace : traces) {
      add(trace, all);
    }
    keepFrequent();
  }

  private void add(Trace trace, Map<Key, Integer> all) {
    List<CallVisit> ofTrace = CallVisit.of(trace);
    int[] places = new int[ofTrace.size()];
    Map<Group, Integer> numbers = new HashMap<>();
    for (int v = 0; v < places.length; v++) {
      CallVisit visit = ofTrace.get(v);
      int number = numbers.merge(new Group(visit.parent(), visit.called()), 1, Integer::sum);
      int above = visit.parent() == NONE ? NONE : places[visit.parent()];
      var key = new Key(above, visit.called(), number);
      Integer place = all.get(key);
      if (place == null) {
        place = keys.size();
        all.put(key, place);
        keys.add(key);
        counts.add(0L);
        offsets.add(0.0);
      }
      places[v] = place;
      counts.set(place, counts.get(place) + 1);
      long offset =
          visit.parent() == NONE ? 0 : trace.startNanos(visit.span()) - trace.startNanos();
      offsets.set(place, offsets.get(place) + offset);
    }
    visits.add(ofTrace);
    placeOf.add(places);
  }

  /**
   * Keeps the most frequent places. Callers precede their calls, and siblings are ordered by mean
   * start.
   */
  private void keepFrequent() {
    Integer[] order = new Integer[keys.size()];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, Comparator.comparingLong((Integer i) -> -counts.get(i)));
    boolean[] kept = new boolean[order.length];
    long least = (long) Math.ceil(LEAST_SHARE * traces.size());
    int number = 0;
    for (int place : order) {
      int parent = keys.get(place).parent;
      boolean hasCaller = parent == NONE || kept[parent];
      if (hasCaller && number < MOST_PLACES && (parent == NONE || counts.get(place) >= least)) {
        kept[place] = true;
        number++;
      }
    }
    List<Integer> left = new ArrayList<>(List.of(order));
    left.removeIf(place -> !kept[place]);
    left.sort(Comparator.comparingDouble(place -> offsets.get(place) / counts.get(place)));
    int[] depths = new int[order.length];
    for (int place = 0; place < depths.length; place++) {
      int parent = keys.get(place).parent;
      depths[place] = parent == NONE ? 0 : depths[parent] + 1;
    }
    left.sort(Comparator.comparingInt(place -> depths[place]));
    renumber(left);
  }

  private void renumber(List<Integer> left) {
    int[] now = new int[keys.size()];
    Arrays.fill(now, NONE);
    for (int i = 0; i < left.size(); i++) {
      now[left.get(i)] = i;
    }
    List<Key> oldKeys = List.copyOf(keys);
    List<Long> oldCounts = List.copyOf(counts);
    keys.clear();
    counts.clear();
    offsets.clear();
    for (int place : left) {
      Key key = oldKeys.get(place);
      keys.add(new Key(key.parent == NONE ? NONE : now[key.parent], key.called, key.number));
      counts.add(oldCounts.get(place));
    }
    for (int[] places : placeOf) {
      Arrays.setAll(places, v -> now[places[v]]);
    }
  }

  int places() {
    return keys.size();
  }

  int parent(int place) {
    return keys.get(place).parent;
  }

  CallTarget called(int place) {
    return keys.get(place).called;
  }

  int number(int place) {
    return keys.get(place).number;
  }

  double share(int place) {
    return (double) counts.get(place) / traces.size();
  }

  int requests() {
    return traces.size();
  }

  Trace trace(int request) {
    return traces.get(request);
  }

  /** Returns the visit of a request at each place, or null. */
  @Nullable CallVisit[] byPlace(int request) {
    @Nullable CallVisit[] found = new CallVisit[keys.size()];
    int[] places = placeOf.get(request);
    for (int v = 0; v < places.length; v++) {
      if (places[v] != NONE) {
        found[places[v]] = visits.get(request).get(v);
      }
    }
    return found;
  }
}
