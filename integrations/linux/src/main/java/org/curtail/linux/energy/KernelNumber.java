package org.curtail.linux.energy;

import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/** Parses whole numbers in files of the kernel. */
final class KernelNumber {
  private KernelNumber() {}

  /**
   * Reads the number in a file.
   *
   * @param least least valid number
   */
  static Availability<Long> read(SystemFiles files, String path, long least) {
    return files.read(path).then(text -> parse(path, text, least));
  }

  static Availability<Long> parse(String path, String text, long least) {
    try {
      long number = Long.parseLong(text);
      if (number >= least) {
        return new Available<>(number);
      }
    } catch (NumberFormatException e) {
      // reported below
    }
    return new Unavailable<>(
        "%s: expected a number of at least %d, found \"%s\"".formatted(path, least, text));
  }
}
