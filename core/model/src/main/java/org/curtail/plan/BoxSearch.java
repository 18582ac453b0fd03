package org.curtail.plan;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Branch and bound over all schedules, for all loads at once. The search halves a box of schedules
 * until the box cannot improve any load's best schedule. Linear functions enclose tail, mean and
 * threads over the box, and give lower bounds on them. The load enters only these bounds, so
 * requests are examined once for all loads.
 *
 * <p>Exact for all profiles. The closer the linear functions, the faster the search. Depth first,
 * so memory is needed only for the boxes around one schedule. Not thread-safe.
 */
final class BoxSearch {
  /** Least number of looks that a box costs. */
  private static final int LOOKS_PER_BOX = 40;

  private static final long LOOKS_PER_LOAD = 24;

  private final Requests requests;
  private final Incumbent[] incumbents;
  private final Effort effort;
  private final BoxTail.Times times;
  private final Box all;
  private final List<Node> path = new ArrayList<>();
  private final Enclosure delay;
  private final boolean[] proved;

  /** Box and the loads that may have their best schedule in it. */
  private static final class Node {
    private final Box box;
    private final int[] loads;
    private int loadCount;

    private Node(Box box, int loads) {
      this.box = box;
      this.loads = new int[loads];
    }
  }

  /**
   * Creates a search.
   *
   * @param steps greatest length of a phase
   * @param incumbents schedules to beat, by load - 1; set to the best ones found
   */
  BoxSearch(Requests requests, double steps, Incumbent[] incumbents, Effort effort) {
    this.requests = requests;
    this.incumbents = incumbents;
    this.effort = effort;
    times = new BoxTail.Times(requests.count());
    all = Box.all(requests, times, steps);
    delay = new Enclosure(requests.phases() - 1);
    proved = new boolean[incumbents.length];
  }

  /**
   * Searches all schedules, or as many as the effort allows.
   *
   * @return by load - 1, true if the incumbent is proved best
   */
  boolean[] run() {
    Arrays.fill(proved, true);
    if (look(root(all.corners), all)) {
      search(0);
    }
    return proved.clone();
  }

  /** Offers a schedule to all loads. Good first schedules make the search shorter. */
  void offer(double[] lengths) {
    var point = new Corners(lengths.length);
    System.arraycopy(lengths, 0, point.least, 0, lengths.length);
    System.arraycopy(lengths, 0, point.greatest, 0, lengths.length);
    look(root(point), all);
  }

  private Node root(Corners corners) {
    Node root = node(0);
    root.box.corners.set(corners);
    root.loadCount = incumbents.length;
    Arrays.setAll(root.loads, load -> load);
    return root;
  }

  private Node node(int depth) {
    while (path.size() <= depth) {
      path.add(new Node(new Box(requests, times), incumbents.length));
    }
    return path.get(depth);
  }

  /**
   * Computes the bounds of a node's box, offers one of its schedules, and drops loads that the box
   * cannot improve.
   */
  private boolean look(Node node, Box whole) {
    Box box = node.box;
    effort.spend(
        (long) whole.openCount() * requests.phases()
            + LOOKS_PER_BOX
            + LOOKS_PER_LOAD * node.loadCount);
    box.enclose(whole);
    offerLeast(node);
    if (box.corners.isPoint()) {
      return false;
    }
    dropHopeless(node, box, box.corners);
    return node.loadCount > 0;
  }

  private void offerLeast(Node node) {
    Box box = node.box;
    for (int i = 0; i < node.loadCount; i++) {
      incumbents[node.loads[i]].offer(
          box.corners.least, box.tail.atLeast, box.time.atLeast, box.threads.atLeast);
    }
  }

  private void dropHopeless(Node node, Box box, Corners part) {
    int kept = 0;
    for (int i = 0; i < node.loadCount; i++) {
      if (mayBeBetter(incumbents[node.loads[i]], box, part)) {
        node.loads[kept++] = node.loads[i];
      }
    }
    node.loadCount = kept;
  }

  private boolean mayBeBetter(Incumbent incumbent, Box box, Corners part) {
    delay.setDifference(incumbent.loadPerTarget(), box.threads, box.time);
    double leastTail = Enclosure.leastOf(box.tail, delay, box.corners, part);
    return !incumbent.isBelow(leastTail)
        && (!incumbent.isMatchedBy(leastTail)
            || !incumbent.meanIsAtMost(Enclosure.leastOf(box.time, delay, box.corners, part)));
  }

  private void search(int depth) {
    Node whole = node(depth);
    int side = whole.box.widestSide(middle(whole).loadPerTarget());
    double least = whole.box.corners.least[side];
    double greatest = whole.box.corners.greatest[side];
    double half = least + Math.floor((greatest - least) / 2);
    // Search the half with the best schedule first; its results may exclude the other half.
    boolean upperFirst = middle(whole).lengthSteps(side) > half;
    searchHalf(depth, side, half, upperFirst);
    searchHalf(depth, side, half, !upperFirst);
  }

  private Incumbent middle(Node node) {
    return incumbents[node.loads[node.loadCount / 2]];
  }

  private void searchHalf(int depth, int side, double half, boolean upper) {
    Node whole = node(depth);
    Node part = node(depth + 1);
    part.box.corners.set(whole.box.corners);
    if (upper) {
      part.box.corners.least[side] = half + 1;
    } else {
      part.box.corners.greatest[side] = half;
    }
    part.loadCount = whole.loadCount;
    System.arraycopy(whole.loads, 0, part.loads, 0, whole.loadCount);
    dropHopeless(part, whole.box, part.box.corners);
    if (part.loadCount == 0) {
      return;
    }
    if (effort.isSpent()) {
      for (int i = 0; i < part.loadCount; i++) {
        proved[part.loads[i]] = false;
      }
      return;
    }
    if (look(part, whole.box)) {
      searchWithoutFree(depth + 1);
    }
  }

  /**
   * Searches the boxes with useless phases at their greatest length. These phases are not halved,
   * because each half would repeat all other work.
   */
  private void searchWithoutFree(int depth) {
    Node node = node(depth);
    Node part = node(depth + 1);
    part.box.corners.set(node.box.corners);
    boolean found = false;
    for (int phase = 0; phase < requests.phases() - 1; phase++) {
      if (node.box.isFree(phase)) {
        part.box.corners.least[phase] = part.box.corners.greatest[phase];
        found = true;
      }
    }
    if (!found) {
      search(depth);
      return;
    }
    part.loadCount = node.loadCount;
    System.arraycopy(node.loads, 0, part.loads, 0, node.loadCount);
    if (look(part, node.box)) {
      search(depth + 1);
    }
  }
}
