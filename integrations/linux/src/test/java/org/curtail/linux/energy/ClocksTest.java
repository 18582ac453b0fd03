package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.util.List;
import java.util.OptionalLong;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClocksTest {
  @Test
  void aTableAndTheGovernorForItAreFound() {
    Clocks clocks = available(Clocks.discover(FakeSysfs.withTable()));
    assertThat(clocks.domains())
        .containsExactly(domain(0, List.of(0, 1)), domain(2, List.of(2, 3)));
    assertThat(clocks.perCore()).isFalse();
    assertThat(clocks.settable()).isTrue();
    assertThat(clocks.of(3)).contains(clocks.domains().getLast());
    assertThat(clocks.of(4)).isEmpty();
  }

  private static FrequencyDomain domain(int number, List<Integer> cores) {
    return new FrequencyDomain(
        number,
        new Cores(cores),
        "acpi-cpufreq",
        "schedutil",
        800_000,
        2_400_000,
        List.of(800_000L, 1_200_000L, 1_600_000L, 2_000_000L, 2_400_000L),
        OptionalLong.of(10_000),
        List.of(),
        ClockMethod.SETSPEED);
  }

  @Test
  void withoutThatGovernorTheLimitsAreSet() {
    Clocks clocks = available(Clocks.discover(FakeSysfs.withLimits()));
    assertThat(clocks.perCore()).isTrue();
    for (FrequencyDomain domain : clocks.domains()) {
      assertThat(domain.method()).isEqualTo(ClockMethod.LIMITS);
      assertThat(domain.stepsKHz()).isEmpty();
      assertThat(domain.changeNanos()).isEmpty();
      assertThat(domain.lowestKHz()).isEqualTo(800_000);
      assertThat(domain.highestKHz()).isEqualTo(2_400_000);
      assertThat(domain.preferences())
          .containsExactly("performance", "balance_performance", "balance_power", "power");
    }
  }

  @Test
  void theAdministratorsLimitsHold() {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.put(0, "scaling_min_freq", "1000000");
    tree.put(0, "scaling_max_freq", "2000000");
    FrequencyDomain domain = available(Clocks.discover(tree)).domains().getFirst();
    assertThat(domain.stepsKHz()).containsExactly(1_200_000L, 1_600_000L, 2_000_000L);
    assertThat(domain.lowestKHz()).isEqualTo(1_200_000);
    tree.put(0, "scaling_min_freq", "1900000");
    assertThat(reason(Clocks.discover(tree)))
        .contains("policy0 leaves no choice of clock: within 1900000 and 2000000 kHz", "[2000000]");
    tree.put(0, "scaling_min_freq", "2000000");
    assertThat(reason(Clocks.discover(tree)))
        .contains("policy0 leaves no choice of clock: the limits are 2000000 and 2000000 kHz");
  }

  @Test
  void domainsWhoseCoresAreAllOfflineDoNotCount() {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.put(2, "affected_cpus", "");
    assertThat(available(Clocks.discover(tree)).domains()).hasSize(1);
    tree.put(0, "affected_cpus", "");
    assertThat(reason(Clocks.discover(tree))).contains("has no policy");
  }

  @Test
  void whoMayNotWriteIsTold() {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.readOnly.add(FakeSysfs.path(2, "scaling_setspeed"));
    assertThat(available(Clocks.discover(tree)).settable()).isFalse();
  }

  @Test
  void aMachineWithoutClocksSaysSo() {
    assertThat(reason(Clocks.discover(new FakeSysfs())))
        .isEqualTo("/sys/devices/system/cpu/cpufreq is not there");
    var empty = new FakeSysfs();
    empty.put(FakeSysfs.CPUS + "cpufreq/boost", "1");
    assertThat(reason(Clocks.discover(empty)))
        .startsWith("/sys/devices/system/cpu/cpufreq has no policy");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "affected_cpus",
        "scaling_driver",
        "scaling_governor",
        "scaling_min_freq",
        "scaling_max_freq"
      })
  void aMissingFileIsNamed(String file) {
    FakeSysfs tree = FakeSysfs.withLimits();
    tree.files.remove(FakeSysfs.path(1, file));
    assertThat(reason(Clocks.discover(tree))).isEqualTo(FakeSysfs.path(1, file) + " is not there");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "affected_cpus",
        "scaling_min_freq",
        "scaling_max_freq",
        "scaling_available_frequencies"
      })
  void nonsenseInAFileIsNamed(String file) {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.put(0, file, "many GHz");
    assertThat(reason(Clocks.discover(tree)))
        .startsWith(FakeSysfs.path(0, file) + ": expected ")
        .contains("found \"many");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cpuinfo_transition_latency",
        "scaling_available_frequencies",
        "scaling_available_governors"
      })
  void whatMayBeMissingMayBeMissing(String file) {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.files.remove(FakeSysfs.path(0, file));
    FrequencyDomain domain = available(Clocks.discover(tree)).domains().getFirst();
    assertThat(domain.changeNanos().isEmpty()).isEqualTo(file.endsWith("latency"));
    assertThat(domain.stepsKHz().isEmpty()).isEqualTo(file.endsWith("frequencies"));
    assertThat(domain.method())
        .isEqualTo(file.endsWith("governors") ? ClockMethod.LIMITS : ClockMethod.SETSPEED);
  }

  @Test
  void rejectsWhatIsNoDomain() {
    FrequencyDomain good = domain(0, List.of(0));
    assertThatThrownBy(() -> with(good, 0, 5, List.of())).hasMessageContaining("0, 5");
    assertThatThrownBy(() -> with(good, 5, 5, List.of())).hasMessageContaining("5, 5");
    assertThatThrownBy(() -> with(good, 5, 9, List.of(4L))).hasMessageContaining("[4]");
    assertThatThrownBy(() -> with(good, 5, 9, List.of(10L))).hasMessageContaining("[10]");
    assertThatThrownBy(() -> with(good, 5, 9, List.of(7L, 7L))).hasMessageContaining("[7, 7]");
    assertThatThrownBy(() -> new Clocks(List.of(), true)).hasMessageContaining("at least one");
  }

  private static FrequencyDomain with(
      FrequencyDomain one, long minKHz, long maxKHz, List<Long> stepsKHz) {
    return new FrequencyDomain(
        one.number(),
        one.cores(),
        one.driver(),
        one.governor(),
        minKHz,
        maxKHz,
        stepsKHz,
        one.changeNanos(),
        one.preferences(),
        one.method());
  }
}
