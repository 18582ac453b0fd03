package org.curtail.cli.index;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.curtail.benchkit.terminal.NearestName;

/** The type of the 64 bits of numeric doc values, which an index does not record. */
public enum NumberType {
  LONG,
  DOUBLE,
  FLOAT;

  /** Lower-case name. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Decodes a number. From 0 up it is the same for sortable bits, which Lucene's points fields use.
   */
  double decode(long bits) {
    return switch (this) {
      case LONG -> (double) bits;
      case DOUBLE -> Double.longBitsToDouble(bits);
      case FLOAT -> Float.intBitsToFloat((int) bits);
    };
  }

  /**
   * The type with a label.
   *
   * @throws IllegalArgumentException if no type has this label; the message lists all labels
   */
  public static NumberType parse(String label) {
    return Arrays.stream(values())
        .filter(type -> type.label().equals(label))
        .findFirst()
        .orElseThrow(() -> NearestName.unknown(label, labels()));
  }

  private static List<String> labels() {
    return Arrays.stream(values()).map(NumberType::label).toList();
  }
}
