package org.curtail.cli.traces;

import java.util.ArrayList;
import java.util.List;
import org.curtail.benchkit.text.Numbers;
import org.curtail.cli.chart.Axis;
import org.curtail.cli.chart.TimeLineRows;
import org.curtail.cli.chart.TimeLineRows.Row;
import org.curtail.cli.chart.TimeLineRows.Stretch;
import org.curtail.traces.instances.InstanceMap;
import org.curtail.traces.instances.InstanceVisits;

/** The map of instances by time as a picture. */
final class InstancePicture {
  /**
   * Shades of one colour: four for shares of slow visits, and the darkest for those beyond chance.
   */
  static final int SHADES = 5;

  private static final int MOST = 40;
  private static final double NANOS_PER_MINUTE = 60e9;

  private InstancePicture() {}

  static TimeLineRows of(InstanceMap map) {
    double slot = map.slotNanos() / NANOS_PER_MINUTE;
    List<Row> rows =
        map.instances().stream().limit(MOST).map(instance -> row(instance, slot)).toList();
    int left = map.instances().size() - rows.size();
    return new TimeLineRows(
        "Instances by time" + (left == 0 ? "" : ", without %d more".formatted(left)),
        "The share of slow visits to each instance in each interval of time.",
        Axis.linear(0, slot * map.instances().getFirst().slots().size(), 6, "minutes"),
        rows);
  }

  private static Row row(InstanceVisits instance, double slotMinutes) {
    var stretches = new ArrayList<Stretch>();
    for (int i = 0; i < instance.slots().size(); i++) {
      InstanceVisits.Slot slot = instance.slots().get(i);
      if (slot.visits() > 0) {
        stretches.add(
            new Stretch(
                "%s of %s visits slow%s"
                    .formatted(
                        Numbers.count(slot.slow()),
                        Numbers.count(slot.visits()),
                        slot.isHot() ? ", beyond chance" : ""),
                "d" + (slot.isHot() ? SHADES : 1 + InstanceText.shade(slot.share())),
                i * slotMinutes,
                (i + 1) * slotMinutes));
      }
    }
    return new Row(instance.instance(), stretches);
  }
}
