package org.curtail.dispatch;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import org.curtail.PriorityClass;
import org.jspecify.annotations.Nullable;

/** A {@link Line} for each class of requests. Who stands here stands nowhere else. */
final class Lines<R extends DispatchedRequest> {
  private final EnumMap<PriorityClass, Line<R>> byClass = new EnumMap<>(PriorityClass.class);

  /** The same, the more important first. */
  private final List<Line<R>> lines;

  Lines() {
    for (PriorityClass priorityClass : PriorityClass.values()) {
      byClass.put(priorityClass, new Line<>());
    }
    lines = List.copyOf(byClass.values());
  }

  private Line<R> of(PriorityClass priorityClass) {
    return requireNonNull(byClass.get(priorityClass));
  }

  boolean contains(R request) {
    return of(request.priorityClass()).contains(request);
  }

  /** Stands behind all of its class from now on. */
  void add(R request) {
    of(request.priorityClass()).add(request);
  }

  /** Returns false if it does not stand here. */
  boolean remove(R request) {
    return of(request.priorityClass()).remove(request);
  }

  /** The most important one in which somebody stands; an empty one if nobody does. */
  Line<R> foremost() {
    for (Line<R> line : lines) {
      if (line.first != null) {
        return line;
      }
    }
    return lines.getLast();
  }

  /** The first of the most important; null if nobody stands here. */
  @Nullable R first() {
    return foremost().first;
  }

  /** All, the more important first, each class in its order. */
  List<R> all() {
    var all = new ArrayList<R>();
    for (Line<R> line : lines) {
      for (R request = line.first; request != null; request = line.behind(request)) {
        all.add(request);
      }
    }
    return all;
  }
}
