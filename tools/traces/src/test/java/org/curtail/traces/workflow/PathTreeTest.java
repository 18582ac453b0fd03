package org.curtail.traces.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.curtail.traces.KnownShop;
import org.curtail.traces.Trace;
import org.junit.jupiter.api.Test;

/** Critical paths of many requests, by caller and by place. */
class PathTreeTest {
  private static final List<Trace> TRACES = new KnownShop(3, 2_000).traces();

  @Test
  void treeHasTheMeanLatencyAndTheTimesOfEachStage() {
    PathTree tree = PathTree.of(TRACES);
    double latency = TRACES.stream().mapToLong(Trace::durationNanos).average().orElseThrow() / 1e6;
    assertThat(tree.stage()).isEqualTo(new StageName("front", "page"));
    assertThat(tree.wholeMillis()).isEqualTo(latency, within(1e-6));
    var shop = new KnownShop(3, 2_000);
    Map<String, Double> means = new TreeMap<>();
    for (KnownShop.Times times : shop.times()) {
      means.merge("search", times.searches() / 2_000, Double::sum);
      means.merge("stock", times.stocks() / 2_000, Double::sum);
      means.merge("till", (times.waiting() + times.till()) / 2_000, Double::sum);
    }
    assertThat(tree.below()).hasSize(3);
    for (PathTree below : tree.below()) {
      assertThat(below.wholeMillis())
          .as(below.stage().toString())
          .isEqualTo(means.get(below.stage().service()), within(1e-3));
    }
  }

  @Test
  void placeIsBlamedIfItsWaitIsUnusuallyLong() {
    TracedWorkflow workflow = TracedWorkflow.of(TRACES).getFirst();
    List<CallPlace> places = CallGraph.of(workflow).places();
    List<PlaceBlame> blame = PlaceBlame.of(workflow);
    assertThat(blame).hasSameSizeAs(places);
    Map<String, PlaceBlame> byName = new TreeMap<>();
    for (int i = 0; i < places.size(); i++) {
      byName.put(places.get(i).name(), blame.get(i));
    }
    // All calls are sequential, and the front has no own time.
    assertThat(of(byName, "front page").onPath()).isLessThan(0.01);
    for (String stage :
        List.of("search Find", "search Find #2", "stock GetStock", "till GetTotal")) {
      assertThat(of(byName, stage).onPath()).as(stage).isEqualTo(1);
    }
    // One request in ten needs ten times as long in search; these are the slow ones.
    assertThat(of(byName, "search Find").blame()).isGreaterThan(0.8);
    assertThat(of(byName, "stock GetStock").blame()).isLessThan(0.4);
    assertThat(of(byName, "search Find").medianMillis()).isBetween(4.0, 5.0);
    assertThat(of(byName, "search Find").tailMillis()).isBetween(90.0, 101.0);
  }

  private static PlaceBlame of(Map<String, PlaceBlame> byName, String name) {
    return Objects.requireNonNull(byName.get(name), name);
  }
}
