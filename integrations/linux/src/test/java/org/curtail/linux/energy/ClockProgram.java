package org.curtail.linux.energy;

import java.nio.file.Path;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * A program that takes the clocks of a machine whose files are in a folder, sets them to the
 * lowest, prints a line, and waits until its input ends.
 */
final class ClockProgram {
  private ClockProgram() {}

  /** The arguments are the folder and the state file. */
  public static void main(String[] arguments) throws Exception {
    var files = new RootedFiles(Path.of(arguments[0]));
    SpeedCheck obeying =
        cores ->
            files
                .read(FakeSysfs.path(0, "scaling_setspeed"))
                .then(kHz -> new Available<>(1e12 / Double.parseDouble(kHz)));
    Availability<ClockControl> taken =
        ClockControl.take(
            new ClockMachine(files, new Unavailable<>("it is not asked"), obeying),
            Path.of(arguments[1]),
            System.out::println);
    switch (taken) {
      case Available<ClockControl>(ClockControl control) -> {
        control.clocks().domains().forEach(domain -> control.set(domain, domain.lowestKHz()));
        System.out.println("slow");
        while (System.in.read() >= 0) {
          // The parent process ends it by closing its input.
        }
        System.exit(0);
      }
      case Unavailable<ClockControl>(String reason) -> System.out.println(reason);
    }
  }
}
