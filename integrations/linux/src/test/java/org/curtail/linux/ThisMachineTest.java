package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class ThisMachineTest {
  @Test
  void otherSystemsAreNamed() {
    assertThat(Kernel.ThisMachine.open("Mac OS X", "aarch64"))
        .isEqualTo(new Unavailable<>("this is Mac OS X, not Linux"));
  }

  @Test
  void otherArchitecturesAreNamed() {
    assertThat(Kernel.ThisMachine.open("Linux", "s390x"))
        .isInstanceOfSatisfying(
            Unavailable.class, none -> assertThat(none.reason()).contains("s390x", "x86-64"));
  }

  /** The expected numbers are from unistd_64.h and asm-generic/unistd.h. */
  @Test
  void theNumbersOfSystemCallsAreTheKernels() {
    assertThat(SystemCalls.of("amd64"))
        .isEqualTo(SystemCalls.of("x86_64"))
        .isEqualTo(
            new Available<>(
                new SystemCalls(314, 315, 203, 204, 157, 186, 228, 98, 257, 17, 3, 0, 298)));
    assertThat(SystemCalls.of("aarch64"))
        .isEqualTo(
            new Available<>(
                new SystemCalls(274, 275, 122, 123, 167, 178, 113, 165, 56, 67, 57, 63, 241)));
    assertThat(SystemCalls.of("s390x")).isInstanceOf(Unavailable.class);
  }

  @Test
  @EnabledOnOs(
      value = OS.LINUX,
      architectures = {"amd64", "x86_64", "aarch64"})
  void aJvmThatRefusesNativeAccessIsAReason() throws Exception {
    Process jvm =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "--illegal-native-access=deny",
                "-cp",
                System.getProperty("java.class.path"),
                WithoutNativeAccess.class.getName())
            .redirectErrorStream(true)
            .start();
    String said = new String(jvm.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jvm.waitFor(1, TimeUnit.MINUTES)).isTrue();
    assertThat(said.lines())
        .hasSize(3)
        .allMatch(line -> line.contains("it requires --enable-native-access"));
    assertThat(jvm.exitValue()).isZero();
  }
}
