package org.curtail.cli.chart;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.curtail.cli.chart.GraphLayout.Box;
import org.curtail.cli.chart.GraphLayout.Placed;
import org.junit.jupiter.api.Test;

/** Properties of a readable drawing, on random graphs; a failure prints the seed. */
class GraphLayoutPropertyTest {
  private static final int GRAPHS = 20;
  private static final double TOUCH = 1e-6;

  /**
   * Some boxes, some of them within others, each after some earlier ones with the same box around.
   */
  private static List<Box> boxes(SplittableRandom random) {
    var boxes = new ArrayList<Box>();
    int count = 1 + random.nextInt(14);
    for (int i = 0; i < count; i++) {
      String within = i > 0 && random.nextInt(4) == 0 ? boxes.get(random.nextInt(i)).name() : null;
      var after = new ArrayList<String>();
      for (Box earlier : boxes) {
        boolean beside =
            within == null ? earlier.within() == null : within.equals(earlier.within());
        if (beside && random.nextInt(3) == 0) {
          after.add(earlier.name());
        }
      }
      boxes.add(new Box("s" + i, 60 + random.nextInt(150), 40 + random.nextInt(30), after, within));
    }
    return boxes;
  }

  @Test
  void boxesDoNotOverlapUnlessOneIsWithinTheOtherAndLinesLeadOnward() {
    for (long seed = 0; seed < GRAPHS; seed++) {
      List<Box> boxes = boxes(new SplittableRandom(seed));
      for (boolean across : List.of(true, false)) {
        GraphLayout layout = GraphLayout.of(boxes, across);
        String graph = "seed %d, across %s".formatted(seed, across);
        Map<String, Placed> places = new HashMap<>();
        layout.boxes().forEach(box -> places.put(box.name(), box));
        assertThat(layout.boxes()).as(graph).hasSameSizeAs(boxes);
        checkBoxes(graph, boxes, places, layout);
        checkLines(graph, boxes, places, layout, across);
      }
    }
  }

  private static void checkBoxes(
      String graph, List<Box> boxes, Map<String, Placed> places, GraphLayout layout) {
    for (Box box : boxes) {
      Placed place = requireNonNull(places.get(box.name()));
      assertThat(place.width()).as(graph + box).isGreaterThanOrEqualTo(box.width() - TOUCH);
      assertThat(place.height()).as(graph + box).isGreaterThanOrEqualTo(box.height() - TOUCH);
      assertThat(isIn(place, 0, 0, layout.width(), layout.height())).as(graph + box).isTrue();
      String within = box.within();
      if (within != null) {
        Placed around = requireNonNull(places.get(within));
        double text =
            boxes.stream().filter(b -> b.name().equals(within)).findFirst().orElseThrow().height();
        assertThat(
                isIn(place, around.x(), around.y() + text, around.width(), around.height() - text))
            .as("%s: %s is not below the text of %s", graph, place, around)
            .isTrue();
      }
      for (Box other : boxes) {
        if (!other.equals(box) && !encloses(boxes, box, other) && !encloses(boxes, other, box)) {
          assertThat(overlap(place, requireNonNull(places.get(other.name()))))
              .as("%s: %s and %s", graph, box, other)
              .isFalse();
        }
      }
    }
  }

  private static void checkLines(
      String graph,
      List<Box> boxes,
      Map<String, Placed> places,
      GraphLayout layout,
      boolean across) {
    int expected = boxes.stream().mapToInt(box -> box.after().size()).sum();
    assertThat(layout.lines()).as(graph).hasSize(expected);
    for (GraphLayout.Line line : layout.lines()) {
      Placed from = requireNonNull(places.get(line.from()));
      Placed to = requireNonNull(places.get(line.to()));
      double end = across ? from.x() + from.width() : from.y() + from.height();
      assertThat(end).as(graph + line).isLessThan(across ? to.x() : to.y());
      double[] first = line.points().getFirst();
      double[] last = line.points().getLast();
      assertThat(touches(from, first)).as("%s: %s leaves %s", graph, line, from).isTrue();
      assertThat(touches(to, last)).as("%s: %s reaches %s", graph, line, to).isTrue();
    }
  }

  private static boolean encloses(List<Box> boxes, Box outer, Box inner) {
    for (String around = inner.within(); around != null; ) {
      if (around.equals(outer.name())) {
        return true;
      }
      String name = around;
      around = boxes.stream().filter(b -> b.name().equals(name)).findFirst().orElseThrow().within();
    }
    return false;
  }

  private static boolean isIn(Placed box, double x, double y, double width, double height) {
    return box.x() >= x - TOUCH
        && box.y() >= y - TOUCH
        && box.x() + box.width() <= x + width + TOUCH
        && box.y() + box.height() <= y + height + TOUCH;
  }

  private static boolean overlap(Placed one, Placed other) {
    return one.x() < other.x() + other.width() - TOUCH
        && other.x() < one.x() + one.width() - TOUCH
        && one.y() < other.y() + other.height() - TOUCH
        && other.y() < one.y() + one.height() - TOUCH;
  }

  /** True if a point lies on the rim of a box. */
  private static boolean touches(Placed box, double[] point) {
    double dx = Math.max(Math.max(box.x() - point[0], point[0] - box.x() - box.width()), 0);
    double dy = Math.max(Math.max(box.y() - point[1], point[1] - box.y() - box.height()), 0);
    return dx < 0.5 && dy < 0.5;
  }

  @Test
  void theSameGraphIsDrawnTheSameEachTime() {
    List<Box> boxes = boxes(new SplittableRandom(3));
    assertThat(GraphLayout.of(boxes, true).boxes()).isEqualTo(GraphLayout.of(boxes, true).boxes());
  }
}
