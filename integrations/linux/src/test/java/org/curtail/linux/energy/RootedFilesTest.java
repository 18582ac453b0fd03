package org.curtail.linux.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.curtail.linux.energy.Answers.available;
import static org.curtail.linux.energy.Answers.reason;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RootedFilesTest {
  @TempDir private Path root;

  @Test
  void aTreeOfFilesSaysTheSameAsTheOneInMemory() throws IOException {
    FakeSysfs tree = FakeSysfs.withTable();
    tree.put(EnergyMeter.FOLDER + "/intel-rapl:0/name", "package-0");
    tree.put(EnergyMeter.FOLDER + "/intel-rapl:0/max_energy_range_uj", "1000");
    tree.put(EnergyMeter.FOLDER + "/intel-rapl:0/energy_uj", "5");
    tree.put(CoreValue.CAPACITY.path(0), "1024");
    tree.put(CoreValue.CAPACITY.path(1), "1024");
    tree.put(CoreValue.CAPACITY.path(2), "446");
    tree.put(CoreValue.CAPACITY.path(3), "446");
    tree.writeTo(root);
    var files = new RootedFiles(root);
    assertThat(Clocks.discover(files)).isEqualTo(Clocks.discover(tree));
    assertThat(available(EnergyMeter.probe(files)).zones())
        .isEqualTo(available(EnergyMeter.probe(tree)).zones());
    var unknown = new Unavailable<Cores>("not known here");
    assertThat(CoreClasses.discover(files, unknown)).isEqualTo(CoreClasses.discover(tree, unknown));
  }

  @Test
  void aShorterValueReplacesALongerOne() throws IOException {
    Path file = root.resolve("clock");
    Files.writeString(file, "1200000\n");
    var files = new RootedFiles(root);
    assertThat(available(files.write("/clock", "800000"))).isEqualTo("800000");
    assertThat(file).hasContent("800000");
    assertThat(available(files.read("/clock"))).isEqualTo("800000");
  }

  @Test
  void whatIsMissingIsNamedAndNotMade() {
    var files = new RootedFiles(root);
    assertThat(reason(files.read("/clock"))).isEqualTo("/clock is not there");
    assertThat(reason(files.write("/clock", "1")))
        .isEqualTo("/clock is not there; the value was 1");
    assertThat(reason(files.list("/clock"))).isEqualTo("/clock is not there");
    assertThat(files.isWritable("/clock")).isFalse();
    assertThat(root).isEmptyDirectory();
  }

  @Test
  void whatTheKernelSaysIsInTheReason() throws IOException {
    var files = new RootedFiles(root);
    Files.createDirectory(root.resolve("folder"));
    assertThat(reason(files.read("/folder"))).isEqualTo("/folder: Is a directory");
    assertThat(reason(files.write("/folder", "1")))
        .isEqualTo("/folder: Is a directory; the value was 1");
    assertThat(RootedFiles.reason("/clock", new IOException("Invalid argument")))
        .isEqualTo("/clock: Invalid argument");
    assertThat(RootedFiles.reason("/clock", new AccessDeniedException("/x/clock")))
        .isEqualTo("/clock: not permitted, it requires root");
    assertThat(
            RootedFiles.reason(
                "/clock", new FileSystemException("/x/clock", null, "Read-only file system")))
        .isEqualTo("/clock: Read-only file system");
  }

  @Test
  void anInterruptedThreadReadsAndWrites() throws IOException {
    Files.writeString(root.resolve("clock"), "1\n");
    var files = new RootedFiles(root);
    Thread.currentThread().interrupt();
    try {
      assertThat(available(files.write("/clock", "2"))).isEqualTo("2");
      assertThat(available(files.read("/clock"))).isEqualTo("2");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void otherSystemsAreNamed() {
    assertThat(reason(SystemFiles.of("Mac OS X", root))).isEqualTo("this is Mac OS X, not Linux");
  }
}
