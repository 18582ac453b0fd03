package org.curtail.cli.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MachineTextTest {
  private static final ClockFacts CLOCK = new ClockFacts(20, 25.04, 0.0584);
  private static final SystemFeature NONE =
      new SystemFeature(false, null, "this is Plan 9, not Linux");

  @Test
  void aMachineThatOffersAll() {
    var machine =
        new MachineFacts(
            "Linux 6.1",
            "amd64",
            "A VM 25",
            16,
            new SystemFeature(true, "nice -20", null),
            0.903,
            new SystemFeature(true, "cores 0-15", null),
            new SystemFeature(true, "at most 15 bytes", null),
            CLOCK,
            new EnergyFacts(
                new SystemFeature(true, "big cores 0-3", null),
                List.of(),
                new SystemFeature(true, "2 domains", null),
                List.of(),
                new SystemFeature(true, "package-0", null),
                List.of()));
    assertThat(MachineCommand.machineLines(machine))
        .containsExactly(
            "system              Linux 6.1",
            "architecture        amd64",
            "JVM                 A VM 25",
            "cores               16",
            "boost               nice -20; a thread with priority got 90 % of a core that another wanted too",
            "affinity            cores 0-15",
            "thread names        at most 15 bytes",
            "System.nanoTime     25.0 ns a reading, steps of 20 ns",
            "parkNanos of 1 ms   58.4 µs late in the median",
            "core classes        big cores 0-3",
            "clocks              2 domains",
            "energy counters     package-0");
  }

  @Test
  void aMachineThatOffersNothing() {
    var machine =
        new MachineFacts(
            "Plan 9",
            "mips",
            "A VM 25",
            1,
            NONE,
            null,
            NONE,
            NONE,
            CLOCK,
            new EnergyFacts(NONE, null, NONE, null, NONE, null));
    assertThat(MachineCommand.machineLines(machine))
        .filteredOn(line -> line.contains("unavailable"))
        .containsExactly(
            "boost               unavailable, because this is Plan 9, not Linux",
            "affinity            unavailable, because this is Plan 9, not Linux",
            "thread names        unavailable, because this is Plan 9, not Linux",
            "core classes        unavailable, because this is Plan 9, not Linux",
            "clocks              unavailable, because this is Plan 9, not Linux",
            "energy counters     unavailable, because this is Plan 9, not Linux");
  }
}
