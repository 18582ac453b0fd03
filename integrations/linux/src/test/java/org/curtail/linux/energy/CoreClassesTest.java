package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.util.List;
import java.util.OptionalDouble;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CoreClassesTest {
  private static final Availability<Cores> UNKNOWN = new Unavailable<>("not known here");

  private static FakeSysfs machine(String online) {
    var tree = new FakeSysfs();
    tree.put(FakeSysfs.CPUS + "online", online);
    return tree;
  }

  /** A value for each core, from core 0 on. */
  private static FakeSysfs machine(CoreValue value, long... values) {
    FakeSysfs tree = machine("0-" + (values.length - 1));
    put(tree, value, values);
    return tree;
  }

  private static void put(FakeSysfs tree, CoreValue value, long... values) {
    for (int core = 0; core < values.length; core++) {
      tree.put(value.path(core), "" + values[core]);
    }
  }

  private static List<String> cores(CoreClasses found) {
    return found.classes().stream().map(one -> one.cores().toString()).toList();
  }

  private static List<Double> speeds(CoreClasses found) {
    return found.classes().stream().map(one -> one.speed().orElseThrow()).toList();
  }

  /** The RK3399: four A53, then two A72; 446 and 1024 are from its device tree. */
  @Test
  void smallCoresBeforeBigOnesAreOrderedBySpeed() {
    FakeSysfs tree = machine(CoreValue.CAPACITY, 446, 446, 446, 446, 1024, 1024);
    CoreClasses found = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(found.classes())
        .containsExactly(
            new CoreClass("capacity-1024", cores(4, 5), OptionalDouble.of(1)),
            new CoreClass("capacity-446", cores(0, 1, 2, 3), OptionalDouble.of(446 / 1024.0)));
    assertThat(found.source()).isEqualTo("cpu_capacity");
  }

  private static Cores cores(Integer... numbers) {
    return new Cores(List.of(numbers));
  }

  @Test
  void threeClassesAreThree() {
    FakeSysfs tree = machine(CoreValue.CAPACITY, 250, 250, 250, 250, 870, 870, 870, 1024);
    CoreClasses found = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(cores(found)).containsExactly("7", "4-6", "0-3");
  }

  @Test
  void coresOfAKindDifferByAFewPercentAndAreStillOneClass() {
    // The order in which AMD's firmware prefers the cores of one kind.
    FakeSysfs tree = machine(CoreValue.PERFORMANCE, 166, 161, 156, 151, 146, 141, 136, 131);
    assertThat(reason(CoreClasses.discover(tree, UNKNOWN)))
        .contains("acpi_cppc/highest_perf of the cores 0-7, from 131 to 166, has no gap");
    put(tree, CoreValue.PERFORMANCE, 196, 191, 186, 181, 132, 132, 132, 132);
    CoreClasses found = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(cores(found)).containsExactly("0-3", "4-7");
    assertThat(speeds(found).getLast()).isCloseTo(132 / 188.5, within(1e-12));
  }

  @Test
  void theMostTellingFileDecides() {
    FakeSysfs tree = machine(CoreValue.CLOCK, 5_000_000, 5_000_000, 3_700_000, 3_700_000);
    CoreClasses byClock = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(byClock.source()).isEqualTo("cpufreq/cpuinfo_max_freq");
    assertThat(speeds(byClock)).containsExactly(1.0, 0.74);
    put(tree, CoreValue.PERFORMANCE, 200, 200, 100, 100);
    assertThat(speeds(available(CoreClasses.discover(tree, UNKNOWN)))).containsExactly(1.0, 0.5);
    put(tree, CoreValue.CAPACITY, 1024, 1024, 256, 256);
    assertThat(speeds(available(CoreClasses.discover(tree, UNKNOWN)))).containsExactly(1.0, 0.25);
  }

  @Test
  void aHybridProcessorListsItsKinds() {
    // An x86 kernel that reports the same capacity for all cores.
    FakeSysfs tree = machine(CoreValue.CAPACITY, 1024, 1024, 1024, 1024, 1024, 1024);
    tree.put("/sys/devices/cpu_core/cpus", "0-3");
    tree.put("/sys/devices/cpu_atom/cpus", "4-5");
    CoreClasses unknown = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(cores(unknown)).containsExactly("0-3", "4-5");
    assertThat(unknown.classes()).allMatch(one -> one.speed().isEmpty());
    // One core of a kind may be slightly better than the others.
    put(tree, CoreValue.CLOCK, 5_000_000, 5_200_000, 5_000_000, 5_200_000, 3_825_000, 3_825_000);
    CoreClasses found = available(CoreClasses.discover(tree, UNKNOWN));
    assertThat(found.classes()).extracting(CoreClass::name).containsExactly("cpu_core", "cpu_atom");
    assertThat(speeds(found)).containsExactly(1.0, 0.75);
    assertThat(found.source()).contains("cpuinfo_max_freq");
  }

  @Test
  void aCoreOfTwoKindsIsNotGuessed() {
    FakeSysfs tree = machine("0-3");
    tree.put("/sys/devices/cpu_core/cpus", "0-1");
    tree.put("/sys/devices/cpu_atom/cpus", "1-3");
    assertThat(reason(CoreClasses.discover(tree, UNKNOWN)))
        .contains("core 1 is listed in /sys/devices/cpu_atom/cpus and before");
  }

  @Test
  void onlyCoresThatTheProcessMayUseCount() {
    FakeSysfs tree = machine(CoreValue.CAPACITY, 446, 446, 1024, 1024);
    Availability<Cores> two = new Available<>(cores(1, 2));
    assertThat(cores(available(CoreClasses.discover(tree, two)))).containsExactly("2", "1");
    assertThat(reason(CoreClasses.discover(tree, new Available<>(cores(2, 3)))))
        .contains("cpu_capacity is 1024 for each of the cores 2-3");
    assertThat(reason(CoreClasses.discover(tree, new Available<>(cores(3)))))
        .isEqualTo("there is only one core, 3");
    assertThat(reason(CoreClasses.discover(tree, new Available<>(cores(7)))))
        .contains("the process may use none");
  }

  @Test
  void coresThatAreOfflineDoNotCount() {
    FakeSysfs tree = machine(CoreValue.CAPACITY, 446, 446, 1024, 1024);
    tree.put(FakeSysfs.CPUS + "online", "0-2");
    tree.files.remove(CoreValue.CAPACITY.path(3));
    assertThat(cores(available(CoreClasses.discover(tree, UNKNOWN)))).containsExactly("2", "0-1");
  }

  @Test
  void withoutAnyFileTheReasonNamesWhatWasLookedFor() {
    assertThat(reason(CoreClasses.discover(new FakeSysfs(), UNKNOWN)))
        .isEqualTo("/sys/devices/system/cpu/online is not there");
    assertThat(reason(CoreClasses.discover(machine("0-1"), UNKNOWN)))
        .isEqualTo(
            "no source distinguishes classes of cores: "
                + "/sys/devices/system/cpu/cpu0/cpu_capacity is not there; "
                + "/sys/devices/cpu_core/cpus is not there; "
                + "/sys/devices/system/cpu/cpu0/acpi_cppc/highest_perf is not there; "
                + "/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq is not there");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "3-1", "0-", "-2", "0-99999", "0-8192"})
  void whatIsNoListOfCoresIsNamed(String online) {
    assertThat(reason(CoreClasses.discover(machine(online), UNKNOWN)))
        .isEqualTo(
            "/sys/devices/system/cpu/online: expected cores such as 0-3,8, found \"%s\""
                .formatted(online));
  }

  @ParameterizedTest
  @EnumSource
  void aFileWithInvalidContentIsNamedAndDistinguishesNothing(CoreValue value) {
    for (String nonsense : List.of("", "fast", "0", "-5", "99999999999999999999")) {
      FakeSysfs tree = machine(value, 100, 300);
      tree.put(value.path(1), nonsense);
      assertThat(reason(CoreClasses.discover(tree, UNKNOWN)))
          .contains(value.path(1) + ": expected a number of at least 1, found \"" + nonsense);
    }
  }

  @Test
  void eachFileThatFailsLeavesAReasonOrWhatTheOthersSay() {
    FakeSysfs tree = machine(CoreValue.CAPACITY, 446, 1024);
    put(tree, CoreValue.PERFORMANCE, 100, 200);
    assertThat(speeds(available(CoreClasses.discover(tree, UNKNOWN)))).hasSize(2);
    int calls = tree.calls();
    assertThat(calls).isEqualTo(3);
    for (int call = 0; call < calls; call++) {
      FakeSysfs failing = machine(CoreValue.CAPACITY, 446, 1024);
      put(failing, CoreValue.PERFORMANCE, 100, 200);
      failing.failing(call, FakeSysfs.Fault.FAILS);
      switch (CoreClasses.discover(failing, UNKNOWN)) {
        case Unavailable<CoreClasses>(String reason) -> {
          assertThat(call).isZero();
          assertThat(reason).isEqualTo("call 0 failed");
        }
        case Available<CoreClasses>(CoreClasses found) ->
            assertThat(found.source()).isEqualTo("acpi_cppc/highest_perf");
      }
    }
  }

  @Test
  void rejectsWhatIsNoSetOfClasses() {
    var fast = new CoreClass("fast", cores(0, 1), OptionalDouble.of(1));
    var slow = new CoreClass("slow", cores(1, 2), OptionalDouble.of(0.5));
    assertThatThrownBy(() -> new CoreClasses(List.of(fast), "a test"))
        .hasMessageContaining("at least two");
    assertThatThrownBy(() -> new CoreClasses(List.of(fast, slow), "a test"))
        .hasMessageContaining("one class only");
    for (double speed : new double[] {0, -1, 1.01, Double.NaN}) {
      assertThatThrownBy(() -> new CoreClass("slow", cores(1), OptionalDouble.of(speed)))
          .hasMessageContaining("" + speed);
    }
    assertThatThrownBy(() -> new CoreClass(" ", cores(1), OptionalDouble.empty()))
        .hasMessageContaining("name");
  }
}
