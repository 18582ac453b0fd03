package org.curtail.workflow;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The shapes that a {@link WorkflowGenerator} gives to workflows. */
public enum WorkflowGraph {
  /** Each stage comes after the one before it. */
  SERIAL,

  /** One stage, then all others but one side by side, then the last one. */
  PARALLEL,

  /**
   * Groups of one to four stages, one group after the other; each stage comes after one or more of
   * the group before it, and each is before one of the next.
   */
  LAYERED,

  /**
   * Ten stages, 0 -&gt; {1 -&gt; 2, 3, 4 -&gt; 5} -&gt; 6 -&gt; {7, 8} -&gt; 9; of more or fewer
   * stages, the same again after itself, cut off.
   */
  TEN;

  private static final int MOST_OF_LAYER = 4;

  /** The stages before each of the ten; the first one comes after the ten before. */
  private static final List<List<Integer>> BEFORE_TEN =
      List.of(
          List.of(),
          List.of(0),
          List.of(1),
          List.of(0),
          List.of(0),
          List.of(4),
          List.of(2, 3, 5),
          List.of(6),
          List.of(6),
          List.of(7, 8));

  /** The name of a generated stage. */
  static String name(int stage) {
    return "s" + stage;
  }

  /**
   * The stages that each stage comes after.
   *
   * @param seed of layers; other shapes are always the same
   */
  List<List<Integer>> edges(int stages, long seed) {
    var after = new ArrayList<List<Integer>>();
    for (int s = 0; s < stages && this != LAYERED; s++) {
      after.add(
          switch (this) {
            case SERIAL -> s == 0 ? List.of() : List.of(s - 1);
            case PARALLEL -> parallel(s, stages);
            case TEN -> ten(s);
            case LAYERED -> throw new AssertionError("made layer by layer");
          });
    }
    return this == LAYERED ? layers(stages, seed) : after;
  }

  private static List<Integer> parallel(int stage, int stages) {
    if (stage == 0) {
      return List.of();
    }
    if (stage < stages - 1 || stage == 1) {
      return List.of(0);
    }
    var middle = new ArrayList<Integer>();
    for (int s = 1; s < stage; s++) {
      middle.add(s);
    }
    return middle;
  }

  private static List<Integer> ten(int stage) {
    int first = stage / BEFORE_TEN.size() * BEFORE_TEN.size();
    if (stage == first) {
      return stage == 0 ? List.of() : List.of(stage - 1);
    }
    return BEFORE_TEN.get(stage - first).stream().map(before -> first + before).toList();
  }

  private static List<List<Integer>> layers(int stages, long seed) {
    var after = new ArrayList<List<Integer>>();
    int from = 0;
    int to = 0;
    while (to < stages) {
      var chance = new Chance(seed, to, Chance.Purpose.GRAPH);
      int size = Math.min(stages - to, 1 + chance.below(MOST_OF_LAYER, 0, 0));
      after.addAll(layer(from, to, size, chance));
      from = to;
      to += size;
    }
    return after;
  }

  /** So many stages from {@code to} on, each after some of those from {@code from} on. */
  private static List<List<Integer>> layer(int from, int to, int size, Chance chance) {
    int before = to - from;
    var sets = new ArrayList<TreeSet<Integer>>();
    for (int s = 0; s < size; s++) {
      var set = new TreeSet<Integer>();
      if (before > 0) {
        set.add(from + chance.below(before, 1, s));
      }
      for (int b = 0; b < before; b++) {
        if (chance.unit(2 + b, s) < 0.5) {
          set.add(from + b);
        }
      }
      sets.add(set);
    }
    for (int b = 0; b < before; b++) {
      int earlier = from + b;
      if (sets.stream().noneMatch(set -> set.contains(earlier))) {
        sets.get(chance.below(size, 2 + MOST_OF_LAYER + b, 0)).add(earlier);
      }
    }
    return sets.stream().<List<Integer>>map(ArrayList::new).toList();
  }
}
