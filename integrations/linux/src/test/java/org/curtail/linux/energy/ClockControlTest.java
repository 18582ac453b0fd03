package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clocks that are taken, set and restored on machines in memory. */
class ClockControlTest {
  @TempDir private Path folder;
  private Path stateFile;
  private final List<String> warnings = new ArrayList<>();

  @BeforeEach
  void chooseStateFile() {
    stateFile = folder.resolve("clocks.state");
  }

  private Availability<ClockControl> take(FakeSysfs tree) {
    return ClockControl.take(tree.machine(), stateFile, warnings::add);
  }

  private static Map<String, String> copy(FakeSysfs tree) {
    return new TreeMap<>(tree.files);
  }

  @Test
  void clocksAreWrittenWhereTheGovernorTakesThem() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    try (ClockControl control = available(take(tree))) {
      assertThat(control.slowdown()).isCloseTo(3, within(1e-12));
      FrequencyDomain second = control.clocks().of(3).orElseThrow();
      assertThat(tree.get(0, "scaling_governor")).isEqualTo("userspace");
      assertThat(tree.get(0, "scaling_setspeed")).isEqualTo("2400000");
      assertThat(control.set(second, 1_200_000)).isEqualTo(new Available<>(1_200_000L));
      assertThat(tree.get(0, "scaling_setspeed")).isEqualTo("2400000");
      assertThat(tree.get(2, "scaling_setspeed")).isEqualTo("1200000");
    }
    assertThat(tree.files).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
    assertThat(warnings).isEmpty();
  }

  @Test
  void otherwiseBothLimitsAreSet() {
    FakeSysfs tree = FakeSysfs.withLimits();
    Map<String, String> before = copy(tree);
    try (ClockControl control = available(take(tree))) {
      FrequencyDomain first = control.clocks().domains().getFirst();
      // All orders of clocks: the lowest limit must never exceed the highest.
      for (long kHz : List.of(800_000L, 2_400_000L, 1_700_001L, 1_000_000L, 2_000_000L)) {
        assertThat(control.set(first, kHz)).isEqualTo(new Available<>(kHz));
        assertThat(tree.get(0, "scaling_min_freq")).isEqualTo("" + kHz);
        assertThat(tree.get(0, "scaling_max_freq")).isEqualTo("" + kHz);
      }
      assertThat(control.prefer(first, "power")).isEqualTo(new Available<>("power"));
      assertThat(tree.get(0, "energy_performance_preference")).isEqualTo("power");
      assertThat(tree.get(1, "energy_performance_preference")).isEqualTo("balance_performance");
    }
    assertThat(tree.files).isEqualTo(before);
    assertThat(warnings).isEmpty();
  }

  @Test
  void aClockThatSomebodyHadChosenIsChosenAgain() {
    FakeSysfs tree = FakeSysfs.withChosenClocks();
    Map<String, String> before = copy(tree);
    try (ClockControl control = available(take(tree))) {
      available(control.set(control.clocks().domains().getFirst(), 800_000));
    }
    assertThat(tree.get(0, "scaling_setspeed")).isEqualTo("1600000");
    assertThat(tree.files).isEqualTo(before);
  }

  @Test
  void whatTheDomainDoesNotHaveIsTheCallersMistake() {
    FakeSysfs tree = FakeSysfs.withTable();
    try (ClockControl control = available(take(tree))) {
      FrequencyDomain domain = control.clocks().domains().getFirst();
      assertThatThrownBy(() -> control.set(domain, 900_000))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("policy 0, one of [800000, ")
          .hasMessageEndingWith(": 900000");
      assertThatThrownBy(() -> control.prefer(domain, "power"))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one of policy 0, []: power");
      FrequencyDomain foreign =
          available(Clocks.discover(FakeSysfs.withLimits())).domains().getFirst();
      assertThatThrownBy(() -> control.set(foreign, 800_000))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("one of these clocks");
    }
    FakeSysfs limits = FakeSysfs.withLimits();
    try (ClockControl control = available(take(limits))) {
      FrequencyDomain domain = control.clocks().domains().getFirst();
      assertThatThrownBy(() -> control.set(domain, 799_999))
          .hasMessageContaining("from 800000 to 2400000: 799999");
    }
  }

  @Test
  void givenBackClocksAreNotSetAnyMore() {
    FakeSysfs tree = FakeSysfs.withTable();
    ClockControl control = available(take(tree));
    control.close();
    Map<String, String> after = copy(tree);
    FrequencyDomain domain = control.clocks().domains().getFirst();
    assertThat(reason(control.set(domain, 800_000))).isEqualTo("the clocks were restored");
    int calls = tree.calls();
    control.close();
    assertThat(tree.calls()).isEqualTo(calls);
    assertThat(tree.files).isEqualTo(after);
  }

  @Test
  void oneProcessHasTheClocksAtATime() {
    FakeSysfs tree = FakeSysfs.withTable();
    ClockControl control = available(take(tree));
    Map<String, String> taken = copy(tree);
    assertThat(reason(take(tree))).isEqualTo("this process has taken the clocks already");
    assertThat(tree.files).isEqualTo(taken);
    control.close();
    available(take(tree)).close();
  }

  @Test
  void clocksOfCoresThatTheProcessMayNotUseAreLeftAlone() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    ClockMachine whole = tree.machine();
    var own = new ClockMachine(tree, new Available<>(new Cores(List.of(3, 4))), whole.check());
    try (ClockControl control = available(ClockControl.take(own, stateFile, warnings::add))) {
      assertThat(control.clocks().domains()).extracting(FrequencyDomain::number).containsExactly(2);
      assertThat(tree.get(2, "scaling_governor")).isEqualTo("userspace");
      assertThat(tree.get(0, "scaling_governor")).isEqualTo("schedutil");
    }
    assertThat(tree.files).isEqualTo(before);
    var none = new ClockMachine(tree, new Available<>(Cores.only(4)), whole.check());
    assertThat(reason(ClockControl.take(none, stateFile, warnings::add)))
        .isEqualTo("no clock can be set of the cores 4, which the process may use");
  }

  @Test
  void clocksWithoutEffectAreNoClocks() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    Availability<ClockControl> tried =
        ClockControl.take(tree.machine(cores -> new Available<>(1e6)), stateFile, warnings::add);
    assertThat(reason(tried))
        .isEqualTo(
            "permitted, but has no effect: at 800000 kHz work took 1.00 times as long as at 2400000 kHz, expected about 3.00 times");
    assertThat(tree.files).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
  }

  /** Code that is compiled during the measurement is slow at first at any clock. */
  @Test
  void workThatOnlyBecomesFasterIsNoEffect() {
    FakeSysfs tree = FakeSysfs.withTable();
    var nanos = List.of(9e6, 8e6, 2e6).iterator();
    Availability<ClockControl> tried =
        ClockControl.take(
            tree.machine(cores -> new Available<>(nanos.next())), stateFile, warnings::add);
    assertThat(reason(tried)).contains("has no effect", "0.89 times");
  }

  @Test
  void aGovernorThatSomebodyElseHasChosenSinceStays() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    ClockControl control = available(take(tree));
    tree.write(FakeSysfs.path(0, "scaling_governor"), "performance");
    FrequencyDomain domain = control.clocks().domains().getFirst();
    assertThat(reason(control.set(domain, 800_000)))
        .contains(
            "scaling_setspeed: Invalid argument",
            "scaling_governor is performance: another program has changed it");
    control.close();
    assertThat(tree.get(0, "scaling_governor")).isEqualTo("performance");
    assertThat(warnings)
        .containsExactly(
            FakeSysfs.path(0, "scaling_governor")
                + " is performance: another program has changed it since, and it stays so");
    tree.write(FakeSysfs.path(0, "scaling_governor"), "schedutil");
    assertThat(tree.files).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
  }

  @Test
  void aLimitThatSomebodyElseHasRaisedSinceStays() {
    FakeSysfs tree = FakeSysfs.withLimits();
    ClockControl control = available(take(tree));
    available(control.set(control.clocks().domains().getFirst(), 800_000));
    tree.put(0, "scaling_max_freq", "2000000");
    control.close();
    assertThat(tree.get(0, "scaling_max_freq")).isEqualTo("2000000");
    assertThat(warnings).singleElement().asString().contains("scaling_max_freq is 2000000");
  }

  @Test
  void aProcessorThatThrottlesHasNotBeenChangedBySomebodyElse() {
    FakeSysfs tree = FakeSysfs.withLimits();
    Map<String, String> before = copy(tree);
    ClockControl control = available(take(tree));
    tree.throttle(1_000_000);
    FrequencyDomain domain = control.clocks().domains().getFirst();
    assertThat(control.set(domain, 2_000_000)).isEqualTo(new Available<>(1_000_000L));
    // Both limits now read as the lowest limit did before.
    tree.throttle(800_000);
    control.close();
    assertThat(tree.files).isEqualTo(before);
    assertThat(warnings).isEmpty();
  }

  @Test
  void anInterruptedThreadGivesBackToo() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    ClockControl control = available(take(tree));
    Thread.currentThread().interrupt();
    try {
      assertThat(control.set(control.clocks().domains().getFirst(), 800_000))
          .isEqualTo(new Available<>(800_000L));
      control.close();
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
    assertThat(tree.files).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
  }

  @Test
  void withoutRightOrClocksNoStateFileIsMade() {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.readOnly.add(FakeSysfs.path(0, "scaling_setspeed"));
    assertThat(reason(take(tree)))
        .isEqualTo("/sys/devices/system/cpu/cpufreq cannot be written: it requires root");
    assertThat(reason(take(new FakeSysfs())))
        .isEqualTo("/sys/devices/system/cpu/cpufreq is not there");
    assertThat(stateFile).doesNotExist();
  }

  @Test
  void withoutAPlaceForTheStateNothingIsChanged() throws IOException {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = copy(tree);
    stateFile = folder.resolve("missing/clocks.state");
    assertThat(reason(take(tree))).startsWith("the state cannot be kept: ").contains("missing");
    stateFile = folder.resolve("folder");
    Files.createDirectory(stateFile);
    assertThat(reason(take(tree))).startsWith("the state cannot be kept: ");
    stateFile = folder.resolve("link");
    Files.createSymbolicLink(stateFile, folder.resolve("anywhere"));
    assertThat(reason(take(tree))).endsWith("link: expected a file, found a link");
    assertThat(tree.files).isEqualTo(before);
    tree.files.remove("/proc/sys/kernel/random/boot_id");
    assertThat(reason(take(tree))).isEqualTo("/proc/sys/kernel/random/boot_id is not there");
    tree.put("/proc/sys/kernel/random/boot_id", "the third");
    assertThat(reason(take(tree))).contains("boot_id: expected hexadecimal digits", "the third");
  }

  @Test
  void aFileOfSomebodyElseIsNotTouched() throws IOException {
    FakeSysfs tree = FakeSysfs.withTable();
    Files.writeString(stateFile, "my diary\n");
    assertThat(reason(take(tree)))
        .isEqualTo(
            stateFile
                + ": expected no file, or one that keeps clocks (curtail-clocks 1), found \"my diary\"");
    assertThat(stateFile).hasContent("my diary");
    assertThat(reason(ClockControl.restoreAfterKill(tree, stateFile, warnings::add)))
        .contains("my diary");
  }
}
