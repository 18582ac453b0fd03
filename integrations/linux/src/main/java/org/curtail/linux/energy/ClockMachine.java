package org.curtail.linux.energy;

import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Machine whose clocks are taken.
 *
 * @param usable cores that the process may use; if unknown, all count
 */
record ClockMachine(SystemFiles files, Availability<Cores> usable, SpeedCheck check) {
  /** Returns this machine. */
  static Availability<ClockMachine> ofThisMachine() {
    return SystemFiles.ofThisMachine()
        .then(files ->
            new Available<>(new ClockMachine(files, Affinity.ofProcess(), new FixedWork())));
  }

  /** Returns the clocks of the process's cores, if the process may set them. */
  Availability<Clocks> settable() {
    return Clocks.discover(files)
        .then(clocks ->
            switch (usable) {
              case Available<Cores>(Cores cores) -> clocks.among(cores);
              case Unavailable<Cores> unknown -> new Available<>(clocks);
            })
        .then(clocks ->
            clocks.settable()
                ? new Available<>(clocks)
                : new Unavailable<>(
                    "%s cannot be written: it requires root".formatted(FrequencyDomain.FOLDER)));
  }
}
