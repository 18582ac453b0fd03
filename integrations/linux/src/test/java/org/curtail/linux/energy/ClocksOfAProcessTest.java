package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real process takes the clocks of a machine whose files are in a folder, and ends or is killed.
 */
@EnabledOnOs(OS.LINUX)
class ClocksOfAProcessTest {
  private static final String GOVERNOR = FakeSysfs.path(0, "scaling_governor");

  @TempDir private Path folder;
  private Path root;
  private Path stateFile;

  /** The files that a process may write, and their contents. */
  private Map<String, String> settings() throws IOException {
    var texts = new TreeMap<String, String>();
    for (int policy : List.of(0, 2)) {
      for (String file :
          List.of("scaling_governor", "scaling_setspeed", "scaling_min_freq", "scaling_max_freq")) {
        String path = FakeSysfs.path(policy, file);
        texts.put(path, Files.readString(root.resolve(path.substring(1))).strip());
      }
    }
    return texts;
  }

  @BeforeEach
  void makeMachine() throws IOException {
    root = folder.resolve("root");
    stateFile = folder.resolve("clocks.state");
    // The clocks are already set, because plain files do not react to a governor.
    FakeSysfs.withChosenClocks().writeTo(root);
  }

  private Process start() throws IOException {
    return new ProcessBuilder(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            ClockProgram.class.getName(),
            root.toString(),
            stateFile.toString())
        .redirectErrorStream(true)
        .start();
  }

  private static String firstLine(Process process) throws IOException {
    var output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    return String.valueOf(output.readLine());
  }

  private ClockMachine machine(SpeedCheck check) {
    return new ClockMachine(new RootedFiles(root), new Unavailable<>("it is not asked"), check);
  }

  private Availability<ClockControl> take() {
    return ClockControl.take(machine(cores -> new Available<>(1e6)), stateFile, warning -> {});
  }

  @Test
  void aProcessThatExitsGivesBackItsClocks() throws Exception {
    Map<String, String> before = settings();
    Process process = start();
    assertThat(firstLine(process)).isEqualTo("slow");
    assertThat(settings()).isNotEqualTo(before);
    process.getOutputStream().close();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(process.exitValue()).isZero();
    assertThat(settings()).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
  }

  @Test
  void theNextProcessRestoresTheClocksOfAKilledOne() throws Exception {
    Map<String, String> before = settings();
    Process process = start();
    try {
      assertThat(firstLine(process)).isEqualTo("slow");
      Map<String, String> slow = settings();
      assertThat(slow).isNotEqualTo(before).containsEntry(GOVERNOR, "userspace");
      assertThat(reason(take()))
          .isEqualTo(
              "process %d has taken the clocks (%s is locked)".formatted(process.pid(), stateFile));
      assertThat(settings()).isEqualTo(slow);
    } finally {
      process.destroyForcibly();
    }
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(settings()).isNotEqualTo(before);
    var warnings = new ArrayList<String>();
    List<String> restored =
        available(ClockControl.restoreAfterKill(new RootedFiles(root), stateFile, warnings::add));
    assertThat(restored)
        .containsExactly(
            FakeSysfs.path(0, "scaling_setspeed") + " is 1600000 again",
            FakeSysfs.path(2, "scaling_setspeed") + " is 1600000 again");
    assertThat(warnings).isEmpty();
    assertThat(settings()).isEqualTo(before);
    assertThat(stateFile).isEmptyFile();
  }

  /** A JVM has one lock per file; a failed attempt to lock it must not release it. */
  @Test
  void asksInVainAndKeepsItsLock() throws Exception {
    var nanos = List.of(1e6, 3e6, 1e6).iterator();
    ClockControl control =
        available(
            ClockControl.take(
                machine(cores -> new Available<>(nanos.next())), stateFile, warning -> {}));
    assertThat(reason(take())).isEqualTo("this process has taken the clocks already");
    Process process = start();
    assertThat(firstLine(process))
        .startsWith("process %d has taken".formatted(ProcessHandle.current().pid()));
    process.getOutputStream().close();
    assertThat(process.waitFor(1, TimeUnit.MINUTES)).isTrue();
    control.close();
  }
}
