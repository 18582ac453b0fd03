package org.curtail.linux.energy;

import org.curtail.linux.Affinity;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * The machine whose clocks are taken.
 *
 * @param usable cores that the process may use; if unknown, all count
 */
record ClockMachine(SystemFiles files, Availability<Cores> usable, SpeedCheck check) {
  /** This machine. */
  static Availability<ClockMachine> ofThisMachine() {
    return SystemFiles.ofThisMachine()
        .then(files ->
            new Available<>(new ClockMachine(files, Affinity.ofProcess(), new FixedWork())));
  }

  /** The clocks of cores that the process may use, if it may set them. */
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
                    "%s cannot be written: it takes root".formatted(FrequencyDomain.FOLDER)));
  }
}
