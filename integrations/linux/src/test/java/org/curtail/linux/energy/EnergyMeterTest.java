package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.math.BigInteger;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnergyMeterTest {
  private static final String FOLDER = EnergyMeter.FOLDER + "/";

  /**
   * Two processors; the first has counters for its cores, its memory and, by a second interface,
   * its total.
   */
  private static FakeSysfs machine() {
    var tree = new FakeSysfs();
    zone(tree, "intel-rapl:0", "package-0", 262_143_328_850L, 1_000_000);
    zone(tree, "intel-rapl:0:0", "core", 262_143_328_850L, 500_000);
    zone(tree, "intel-rapl:0:1", "dram", 65_712_999_613L, 0);
    zone(tree, "intel-rapl:1", "package-1", 262_143_328_850L, 262_143_000_000L);
    zone(tree, "intel-rapl:2", "psys", 262_143_328_850L, 7);
    zone(tree, "intel-rapl-mmio:0", "package-0", 262_143_328_850L, 1_000_000);
    tree.put(FOLDER + "intel-rapl/enabled", "1");
    return tree;
  }

  private static void zone(FakeSysfs tree, String zone, String name, long range, long now) {
    tree.put(FOLDER + zone + "/name", name);
    tree.put(FOLDER + zone + "/max_energy_range_uj", "" + range);
    tree.put(FOLDER + zone + "/energy_uj", "" + now);
  }

  private static void now(FakeSysfs tree, String zone, long microjoules) {
    tree.put(FOLDER + zone + "/energy_uj", "" + microjoules);
  }

  @Test
  void zonesAreNamedWithWhatTheyArePartsOf() {
    List<EnergyZone> zones = available(EnergyMeter.probe(machine())).zones();
    assertThat(zones)
        .extracting(EnergyZone::name)
        .containsExactly("package-0", "package-0/core", "package-0/dram", "package-1", "psys");
    assertThat(zones)
        .extracting(EnergyZone::isPackage)
        .containsExactly(true, false, false, true, false);
    assertThat(zones.getFirst().rangeJoules()).isCloseTo(262_143.32885, within(1e-6));
    assertThat(zones.getFirst().rangeSeconds(100)).isCloseTo(2621.4332885, within(1e-6));
  }

  @Test
  void countsFromItsCreationAndAcrossTheEndOfTheRange() {
    FakeSysfs tree = machine();
    EnergyMeter meter = available(EnergyMeter.probe(tree));
    assertThat(available(meter.read()).joules().values()).containsOnly(0.0);
    now(tree, "intel-rapl:0", 3_500_000);
    now(tree, "intel-rapl:0:1", 250_000);
    // 328,850 uJ to the end of the range, and 171,150 more.
    now(tree, "intel-rapl:1", 171_150);
    EnergyReading reading = available(meter.read());
    assertThat(reading.joules().values()).containsExactly(2.5, 0.0, 0.25, 0.5, 0.0);
    assertThat(reading.packageJoules()).isEqualTo(3.0);
    now(tree, "intel-rapl:1", 1_171_150);
    assertThat(available(meter.read()).packageJoules()).isEqualTo(4.0);
  }

  /**
   * Compares a counter like the processor's (32 bits of 1 / 2^14 J, shown in uJ, rounded down) with
   * the true energy, which never wraps.
   */
  @Test
  void eachWrapLosesLessThanOneStepOfTheCounter() {
    for (long seed = 0; seed < 200; seed++) {
      var random = new SplittableRandom(seed);
      long greatest = microjoules(0xffff_ffffL);
      BigInteger trueSteps = BigInteger.valueOf(random.nextLong(1L << 32));
      long startSteps = trueSteps.longValueExact();
      var counter = new WrappingCounter(greatest, microjoules(startSteps));
      for (int reading = 0; reading < 50; reading++) {
        trueSteps = trueSteps.add(BigInteger.valueOf(random.nextLong(1L << 32)));
        long shownSteps = trueSteps.and(BigInteger.valueOf(0xffff_ffffL)).longValueExact();
        long wraps = trueSteps.shiftRight(32).longValueExact();
        double trueMicrojoules = (trueSteps.doubleValue() - startSteps) * 1e6 / (1 << 14);
        assertThat((double) counter.advance(microjoules(shownSteps)))
            .as("seed %d, reading %d", seed, reading)
            .isCloseTo(trueMicrojoules, within((wraps + 1) * (1e6 / (1 << 14) + 1)));
      }
    }
  }

  private static long microjoules(long steps) {
    return BigInteger.valueOf(steps)
        .multiply(BigInteger.valueOf(1_000_000))
        .shiftRight(14)
        .longValueExact();
  }

  @Test
  void aMachineWithoutCountersSaysSo() {
    assertThat(reason(EnergyMeter.probe(new FakeSysfs())))
        .isEqualTo("/sys/class/powercap is not there");
    var other = new FakeSysfs();
    other.put(FOLDER + "dtpm/name", "soc");
    assertThat(reason(EnergyMeter.probe(other)))
        .isEqualTo("/sys/class/powercap has no counter of energy (intel-rapl:0)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"name", "max_energy_range_uj", "energy_uj"})
  void aFileThatIsMissingIsNamed(String file) {
    FakeSysfs tree = machine();
    tree.files.remove(FOLDER + "intel-rapl:1/" + file);
    assertThat(reason(EnergyMeter.probe(tree)))
        .isEqualTo(FOLDER + "intel-rapl:1/" + file + " is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"max_energy_range_uj", "energy_uj"})
  void nonsenseInAFileIsNamed(String file) {
    for (String nonsense : List.of("", "-1", "1.5", "much")) {
      FakeSysfs tree = machine();
      tree.put(FOLDER + "intel-rapl:0/" + file, nonsense);
      assertThat(reason(EnergyMeter.probe(tree)))
          .startsWith(FOLDER + "intel-rapl:0/" + file + ": expected a number of at least ")
          .endsWith("found \"" + nonsense + "\"");
    }
    FakeSysfs tree = machine();
    now(tree, "intel-rapl:0", 262_143_328_851L);
    assertThat(reason(EnergyMeter.probe(tree)))
        .endsWith("energy_uj: expected at most 262143328850, found 262143328851");
  }

  @Test
  void anyFailureIsAReasonAndLosesNothing() {
    FakeSysfs whole = machine();
    available(EnergyMeter.probe(whole));
    int probing = whole.calls();
    for (int call = 0; call < probing; call++) {
      assertThat(reason(EnergyMeter.probe(machine().failing(call, FakeSysfs.Fault.FAILS))))
          .isEqualTo("call %d failed".formatted(call));
    }
    for (int call = probing; call < probing + 5; call++) {
      FakeSysfs tree = machine().failing(call, FakeSysfs.Fault.FAILS);
      EnergyMeter meter = available(EnergyMeter.probe(tree));
      now(tree, "intel-rapl:0", 2_000_000);
      assertThat(reason(meter.read())).isEqualTo("call %d failed".formatted(call));
      now(tree, "intel-rapl:0", 3_000_000);
      assertThat(available(meter.read()).packageJoules()).isEqualTo(2.0);
    }
  }

  @Test
  void rejectsWhatIsNoZone() {
    assertThatThrownBy(() -> new EnergyZone("package-0", "/sys", 0))
        .hasMessageContaining("rangeJoules must be above 0: 0");
    assertThatThrownBy(() -> new EnergyZone("package-0", "/sys", 1).rangeSeconds(Double.NaN))
        .hasMessageContaining("watts must be above 0: NaN");
  }
}
