package org.curtail;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Finds cycles of classes: strongly connected components (Tarjan, 1972). */
final class Cycles {
  private final Map<JavaClass, Integer> numbers = new HashMap<>();
  private final Map<JavaClass, Integer> lowest = new HashMap<>();
  private final Deque<JavaClass> open = new ArrayDeque<>();
  private final Set<JavaClass> isOpen = new HashSet<>();
  private final List<Set<JavaClass>> found = new ArrayList<>();

  private Cycles() {}

  /** Returns all components of two classes or more. */
  static List<Set<JavaClass>> of(JavaClasses classes) {
    var search = new Cycles();
    for (JavaClass each : classes) {
      if (!search.numbers.containsKey(each)) {
        search.visit(each, classes);
      }
    }
    return search.found;
  }

  private void visit(JavaClass here, JavaClasses classes) {
    numbers.put(here, numbers.size());
    lowest.put(here, numbers.get(here));
    open.push(here);
    isOpen.add(here);
    for (Dependency dependency : here.getDirectDependenciesFromSelf()) {
      JavaClass next = dependency.getTargetClass().getBaseComponentType();
      if (!classes.contain(next.getName())) {
        continue;
      }
      if (!numbers.containsKey(next)) {
        visit(next, classes);
        lowest.merge(here, lowest.get(next), Math::min);
      } else if (isOpen.contains(next)) {
        lowest.merge(here, numbers.get(next), Math::min);
      }
    }
    if (lowest.get(here).equals(numbers.get(here))) {
      var cycle = new HashSet<JavaClass>();
      JavaClass last;
      do {
        last = open.pop();
        isOpen.remove(last);
        cycle.add(last);
      } while (last != here);
      if (cycle.size() > 1) {
        found.add(cycle);
      }
    }
  }
}
