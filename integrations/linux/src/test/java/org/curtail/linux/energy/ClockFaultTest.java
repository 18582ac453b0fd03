package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.energy.FakeSysfs.Fault;
import org.curtail.linux.energy.FakeSysfs.Killed;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With any fault at any call, the machine ends in the state in which it was found. */
class ClockFaultTest {
  /** Machines that differ in the files to write. */
  enum Machine {
    TABLE,
    CHOSEN_CLOCKS,
    LIMITS;

    FakeSysfs tree() {
      return switch (this) {
        case TABLE -> FakeSysfs.withTable();
        case CHOSEN_CLOCKS -> FakeSysfs.withChosenClocks();
        case LIMITS -> FakeSysfs.withLimits();
      };
    }
  }

  @TempDir private Path folder;
  private final List<String> warnings = new ArrayList<>();

  private Availability<ClockControl> take(FakeSysfs tree, Path stateFile) {
    return ClockControl.take(tree.machine(), stateFile, warnings::add);
  }

  /** Takes the clocks, sets each to several values, and restores them. */
  private void useClocks(FakeSysfs tree, Path stateFile) {
    @Nullable ClockControl control = null;
    try {
      if (take(tree, stateFile) instanceof Available<ClockControl>(ClockControl taken)) {
        control = taken;
        for (FrequencyDomain domain : taken.clocks().domains()) {
          taken.set(domain, 800_000);
          taken.set(domain, 1_200_000);
          if (domain.preferences().contains("power")) {
            taken.prefer(domain, "power");
          }
        }
        taken.close();
      }
    } catch (Killed e) {
      // The kernel releases the lock of a killed process. Nothing else happens, neither to the
      // machine | // nor to the state file.
      if (control != null) {
        control.close();
      }
    }
  }

  /** The number of calls if there is no state file yet. */
  private int callsOf(Machine machine) throws IOException {
    FakeSysfs tree = machine.tree();
    Map<String, String> before = new TreeMap<>(tree.files);
    Files.deleteIfExists(folder.resolve("whole"));
    useClocks(tree, folder.resolve("whole"));
    assertThat(tree.files).isEqualTo(before);
    assertThat(tree.calls()).isGreaterThan(50);
    return tree.calls();
  }

  @ParameterizedTest
  @EnumSource
  void theMachineIsRestoredAfterAFailureOrKillAtAnyCall(Machine machine) throws IOException {
    int calls = callsOf(machine);
    int leftOver = 0;
    for (Fault fault : EnumSet.complementOf(EnumSet.of(Fault.NONE))) {
      for (int call = 0; call < calls; call++) {
        String where = "%s, %s at call %d".formatted(machine, fault, call);
        FakeSysfs tree = machine.tree().failing(call, fault);
        Map<String, String> before = new TreeMap<>(tree.files);
        Path stateFile = folder.resolve("%s-%d".formatted(fault, call));
        useClocks(tree, stateFile);
        tree.heal();
        if (!tree.files.equals(before)) {
          leftOver++;
          assertThat(stateFile).as(where).isNotEmptyFile();
        }
        available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add));
        assertThat(tree.files).as(where).isEqualTo(before);
        if (call % 8 == 0) {
          // The clocks can be taken again.
          try (ClockControl again = available(take(tree, stateFile))) {
            assertThat(again.slowdown()).as(where).isGreaterThan(2);
          }
          assertThat(tree.files).as(where).isEqualTo(before);
          assertThat(stateFile).as(where).isEmptyFile();
        }
      }
    }
    assertThat(leftOver).isGreaterThan(calls / 2);
    assertThat(warnings).noneMatch(warning -> warning.contains("another program"));
  }

  @ParameterizedTest
  @EnumSource
  void theMachineIsRestoredAfterAKillDuringRestoring(Machine machine) throws IOException {
    int calls = callsOf(machine);
    for (Fault fault : List.of(Fault.KILLED_BEFORE, Fault.KILLED_AFTER, Fault.FAILS)) {
      for (int call = 0; call < 20; call++) {
        String where = "%s, %s at call %d".formatted(machine, fault, call);
        FakeSysfs tree = machine.tree().failing(calls - 20, Fault.KILLED_BEFORE);
        Map<String, String> before = new TreeMap<>(tree.files);
        Path stateFile = folder.resolve("again-%s-%d".formatted(fault, call));
        useClocks(tree, stateFile);
        tree.heal();
        assertThat(tree.files).as(where).isNotEqualTo(before);
        tree.failing(tree.calls() + call, fault);
        try {
          ClockControl.restoreAfterKill(tree, stateFile, warnings::add);
        } catch (Killed e) {
          // The next process restores them.
        }
        tree.heal();
        available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add));
        assertThat(tree.files).as(where).isEqualTo(before);
      }
    }
  }

  @ParameterizedTest
  @EnumSource
  void aMachineWithAReadOnlyFileStaysUnchanged(Machine machine) {
    int refused = 0;
    for (String path : machine.tree().files.keySet()) {
      FakeSysfs tree = machine.tree();
      tree.readOnly.add(path);
      Map<String, String> before = new TreeMap<>(tree.files);
      useClocks(tree, folder.resolve("read-only"));
      assertThat(tree.files).as(path).isEqualTo(before);
      if (take(tree, folder.resolve("read-only")) instanceof Available<ClockControl>(var taken)) {
        taken.close();
      } else {
        refused++;
      }
    }
    assertThat(refused).isGreaterThanOrEqualTo(2);
  }

  @ParameterizedTest
  @EnumSource
  void aMachineThatLacksAFileStaysUnchanged(Machine machine) {
    for (String path : machine.tree().files.keySet()) {
      FakeSysfs tree = machine.tree();
      tree.files.remove(path);
      Map<String, String> before = new TreeMap<>(tree.files);
      Path stateFile = folder.resolve("missing");
      useClocks(tree, stateFile);
      assertThat(tree.files).as(path).isEqualTo(before);
      switch (take(tree, stateFile)) {
        case Available<ClockControl>(ClockControl taken) -> taken.close();
        case Unavailable<ClockControl>(String reason) -> assertThat(reason).isNotBlank();
      }
    }
  }

  /** Cores and their files disappear while the clocks are being taken or set. */
  @ParameterizedTest
  @EnumSource
  void aDomainThatGoesAndComesBackIsRestored(Machine machine) throws IOException {
    int calls = callsOf(machine);
    for (int call = 0; call < calls; call++) {
      FakeSysfs tree = machine.tree();
      Map<String, String> before = new TreeMap<>(tree.files);
      Map<String, String> gone = new TreeMap<>();
      tree.meanwhile(
          call,
          () -> {
            tree.files.forEach((path, text) -> {
              if (path.startsWith(FakeSysfs.path(0, ""))) {
                gone.put(path, text);
              }
            });
            tree.files.keySet().removeAll(gone.keySet());
          });
      Path stateFile = folder.resolve("gone-" + call);
      useClocks(tree, stateFile);
      tree.heal();
      tree.files.putAll(gone);
      available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add));
      assertThat(tree.files).as("%s, gone at call %d", machine, call).isEqualTo(before);
    }
  }

  @ParameterizedTest
  @EnumSource
  void nothingOfOursStaysWhenSomebodyElseChoosesAnotherGovernor(Machine machine)
      throws IOException {
    int calls = callsOf(machine);
    String governor = FakeSysfs.path(0, "scaling_governor");
    int kept = 0;
    for (int call = 0; call < calls; call++) {
      String where = "%s, before call %d".formatted(machine, call);
      FakeSysfs tree = machine.tree();
      Map<String, String> before = new TreeMap<>(tree.files);
      tree.meanwhile(call, () -> tree.accept(governor, "performance"));
      Path stateFile = folder.resolve("other-" + call);
      useClocks(tree, stateFile);
      tree.heal();
      assertThat(stateFile.toFile())
          .as(where)
          .satisfiesAnyOf(
              file -> assertThat(file).doesNotExist(), file -> assertThat(file).isEmpty());
      if ("performance".equals(tree.files.get(governor))) {
        kept++;
        // The remaining values follow from that governor.
        tree.accept(governor, String.valueOf(before.get(governor)));
        for (String file : List.of("scaling_setspeed", "energy_performance_preference")) {
          tree.files.computeIfPresent(
              FakeSysfs.path(0, file), (path, now) -> String.valueOf(before.get(path)));
        }
      }
      assertThat(tree.files).as(where).isEqualTo(before);
    }
    assertThat(kept).isGreaterThan(calls / 2);
  }

  @Test
  void whatCannotBeRestoredIsKeptAndTheClocksAreNotTaken() {
    FakeSysfs tree = FakeSysfs.withTable();
    Map<String, String> before = new TreeMap<>(tree.files);
    Path stateFile = folder.resolve("kept");
    ClockControl control = available(take(tree, stateFile));
    String governor = FakeSysfs.path(2, "scaling_governor");
    tree.readOnly.add(governor);
    control.close();
    assertThat(warnings)
        .hasSize(2)
        .satisfies(both -> {
          assertThat(both.getFirst()).contains(governor, "Read-only", "schedutil");
          assertThat(both.getLast()).contains(stateFile.toString());
        });
    assertThat(reason(take(tree, stateFile)))
        .startsWith("process " + ProcessHandle.current().pid() + " was killed while it had")
        .contains(governor + ": Read-only");
    tree.readOnly.clear();
    assertThat(available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add)))
        .containsExactly(governor + " is schedutil again");
    assertThat(tree.files).isEqualTo(before);
    assertThat(available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add))).isEmpty();
  }

  @Test
  void aRestartedMachineStaysUnchanged() throws IOException {
    FakeSysfs tree = killedWithSlowClocks(folder.resolve("boot"));
    tree.put("/proc/sys/kernel/random/boot_id", "ffffffff-1111-4222-8333-444455556666");
    tree.put(0, "scaling_governor", "userspace");
    Map<String, String> own = new TreeMap<>(tree.files);
    Path stateFile = folder.resolve("boot");
    assertThat(available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add))).isEmpty();
    assertThat(tree.files).isEqualTo(own);
  }

  @Test
  void whatSomebodyElseHasChangedSinceTheKillStays() throws IOException {
    Path stateFile = folder.resolve("since");
    FakeSysfs tree = killedWithSlowClocks(stateFile);
    tree.write(FakeSysfs.path(0, "scaling_governor"), "performance");
    available(take(tree, stateFile)).close();
    assertThat(tree.get(0, "scaling_governor")).isEqualTo("performance");
    assertThat(tree.get(2, "scaling_governor")).isEqualTo("schedutil");
    assertThat(warnings).singleElement().asString().contains("scaling_governor is performance");
  }

  private FakeSysfs killedWithSlowClocks(Path stateFile) throws IOException {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.failing(callsOf(Machine.TABLE) - 20, Fault.KILLED_AFTER);
    useClocks(tree, stateFile);
    tree.heal();
    assertThat(tree.get(0, "scaling_governor")).isEqualTo("userspace");
    return tree;
  }

  @Test
  void aStateFileThatIsCutOffAnywhereIsFromBeforeAnythingWasChanged() throws IOException {
    Path whole = folder.resolve("uncut");
    FakeSysfs tree = FakeSysfs.withTable();
    ClockControl control = available(take(tree, whole));
    byte[] state = Files.readAllBytes(whole);
    control.close();
    Map<String, String> before = new TreeMap<>(tree.files);
    Path stateFile = folder.resolve("cut");
    for (int length = 0; length < state.length; length++) {
      Files.write(stateFile, Arrays.copyOf(state, length));
      assertThat(available(ClockControl.restoreAfterKill(tree, stateFile, warnings::add)))
          .as("%d bytes", length)
          .isEmpty();
      assertThat(tree.files).as("%d bytes", length).isEqualTo(before);
    }
    available(take(tree, stateFile)).close();
    assertThat(stateFile).isEmptyFile();
  }

  @Test
  void aStateFileAffectsSettingsOfClocksOnly() throws IOException {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.put("/etc/passwd", "root");
    Path stateFile = folder.resolve("hostile");
    ClockControl control = available(take(tree, stateFile));
    String state = Files.readString(stateFile);
    control.close();
    Map<String, String> before = new TreeMap<>(tree.files);
    for (String hostile :
        List.of(
            state.replace("scaling_governor", "../../../passwd "),
            state.replace("scaling_governor", "scaling_driver  "),
            state.replace("0000 ", "../. "),
            state.replace("schedutil", "sched;til"),
            state.replace("curtail-clocks 1", "curtail-clocks 2"))) {
      assertThat(hostile).isNotEqualTo(state);
      Files.writeString(stateFile, hostile);
      assertThat(reason(take(tree, stateFile))).contains("expected no file, or one that keeps");
      assertThat(tree.files).isEqualTo(before);
    }
  }
}
