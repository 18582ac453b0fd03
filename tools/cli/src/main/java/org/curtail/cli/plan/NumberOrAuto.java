package org.curtail.cli.plan;

import org.curtail.benchkit.terminal.Abbreviated;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The value of an option: a whole number, or "auto" for a choice of the command. */
public sealed interface NumberOrAuto {
  /** A given number. */
  record Given(int value) implements NumberOrAuto {}

  /** A choice of the command, from the profile. */
  record Auto() implements NumberOrAuto {}

  /** Reads a value of the command line. */
  final class Converter implements ITypeConverter<NumberOrAuto> {
    @Override
    public NumberOrAuto convert(String text) {
      if (text.equals("auto")) {
        return new Auto();
      }
      try {
        return new Given(Integer.parseInt(text.strip()));
      } catch (NumberFormatException e) {
        throw new TypeConversionException(
            "expected a whole number or auto, found "
                + (text.isBlank() ? "nothing" : "'" + Abbreviated.of(text) + "'"));
      }
    }
  }
}
