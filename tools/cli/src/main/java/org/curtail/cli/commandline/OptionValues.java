package org.curtail.cli.commandline;

import java.math.BigInteger;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Excerpt;
import picocli.CommandLine;
import picocli.CommandLine.TypeConversionException;

/** How the words of a command line become numbers and paths, the same for every option. */
public final class OptionValues {
  private static final Pattern WHOLE = Pattern.compile("[+-]?\\d{1,1000}");

  /** What {@link Double#parseDouble} takes, less hexadecimal, type suffixes and words. */
  private static final Pattern DECIMAL =
      Pattern.compile("[+-]?(\\d+\\.?\\d*|\\.\\d+)([eE][+-]?\\d+)?");

  private OptionValues() {}

  /** Teaches a command and all below it. */
  public static void register(CommandLine commandLine) {
    commandLine
        .registerConverter(Integer.class, OptionValues::integer)
        .registerConverter(int.class, OptionValues::integer)
        .registerConverter(Long.class, OptionValues::longInteger)
        .registerConverter(long.class, OptionValues::longInteger)
        .registerConverter(Double.class, OptionValues::decimal)
        .registerConverter(double.class, OptionValues::decimal)
        .registerConverter(Path.class, OptionValues::path);
  }

  /** A whole number that fits into an {@code int}. */
  static int integer(String text) {
    return whole(text, Integer.MIN_VALUE, Integer.MAX_VALUE).intValueExact();
  }

  private static long longInteger(String text) {
    return whole(text, Long.MIN_VALUE, Long.MAX_VALUE).longValueExact();
  }

  private static BigInteger whole(String text, long least, long most) {
    if (!WHOLE.matcher(text.strip()).matches()) {
      throw unexpected("a whole number", text);
    }
    var number = new BigInteger(text.strip());
    if (number.compareTo(BigInteger.valueOf(most)) > 0) {
      throw unexpected("a whole number of at most %,d".formatted(most), text);
    }
    if (number.compareTo(BigInteger.valueOf(least)) < 0) {
      throw unexpected("a whole number of at least %,d".formatted(least), text);
    }
    return number;
  }

  private static double decimal(String text) {
    if (!DECIMAL.matcher(text.strip()).matches()) {
      throw unexpected("a number", text);
    }
    double number = Double.parseDouble(text.strip());
    if (Double.isInfinite(number)) {
      throw unexpected("a number of at most 1e308", text);
    }
    return number;
  }

  private static Path path(String text) {
    if (text.isBlank()) {
      throw unexpected("a file or folder", text);
    }
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw unexpected("a file or folder", text);
    }
  }

  /** What was found is quoted, so that blanks are seen. */
  static TypeConversionException unexpected(String expected, String found) {
    return new TypeConversionException(
        "expected %s, found %s"
            .formatted(expected, found.isEmpty() ? "nothing" : "'" + Excerpt.of(found) + "'"));
  }
}
