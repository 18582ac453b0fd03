package org.curtail.linux.energy;

import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.curtail.linux.Availability;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;
import org.curtail.linux.Cores;

/**
 * Parses lists of cores in the kernel's formats: {@code 0-3,8}, and in some files {@code 0 1 2 3
 * 8}.
 */
final class CoreList {
  private static final Pattern RANGE = Pattern.compile("(\\d{1,4})(?:-(\\d{1,4}))?");
  private static final int GREATEST = 8191;

  private CoreList() {}

  /** Reads the cores listed in a file. */
  static Availability<Cores> read(SystemFiles files, String path) {
    return files.read(path).then(text -> parse(path, text));
  }

  private static Availability<Cores> parse(String path, String text) {
    SortedSet<Integer> numbers = new TreeSet<>();
    for (String part : text.split("[,\\s]+", -1)) {
      var range = RANGE.matcher(part);
      boolean fits = range.matches();
      int first = fits ? Integer.parseInt(range.group(1)) : 0;
      int last = fits && range.group(2) != null ? Integer.parseInt(range.group(2)) : first;
      if (!fits || last < first || last > GREATEST) {
        return new Unavailable<>(
            "%s: expected cores such as 0-3,8, found \"%s\"".formatted(path, text));
      }
      for (int number = first; number <= last; number++) {
        numbers.add(number);
      }
    }
    return new Available<>(new Cores(numbers.stream().toList()));
  }
}
