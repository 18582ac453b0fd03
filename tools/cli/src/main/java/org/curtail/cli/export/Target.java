package org.curtail.cli.export;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.Misuse;

/** A system that can be told to send requests again. Stateless. */
abstract class Target {
  /** Names of elements, but for letters that nobody uses there. */
  static final Pattern XML_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final long MICRO = 1_000;

  private final String name;
  private final String what;
  private final Set<Name> names;
  private final boolean saysProbability;

  /**
   * A target.
   *
   * @param name as {@code --to} has it
   * @param what the text is, in a few words
   * @param names what of it the user may or must name
   * @param saysProbability whether it can send a copy with a probability other than 1
   */
  Target(String name, String what, Set<Name> names, boolean saysProbability) {
    this.name = name;
    this.what = what;
    this.names = names;
    this.saysProbability = saysProbability;
  }

  /** A target that takes no names, and sends a copy always. */
  Target(String name, String what) {
    this(name, what, Set.of(), false);
  }

  final String name() {
    return name;
  }

  final String what() {
    return what;
  }

  final Set<Name> names() {
    return names;
  }

  final boolean saysProbability() {
    return saysProbability;
  }

  /**
   * The text.
   *
   * @param copies with probability 1 unless {@link #saysProbability}
   * @throws org.curtail.benchkit.terminal.Misuse if a name is missing or wrong, or the target
   *     cannot say so short or long a delay
   */
  abstract Exported export(Copies copies, Names names);

  /**
   * The text for several kinds of calls at once; a target that knows one only says so.
   *
   * @param calls names of calls, with what is done for each; the names tell service and method
   * @throws org.curtail.benchkit.terminal.Misuse if the target knows one only, or a name does not
   *     tell enough
   */
  Exported export(Map<String, Copies> calls, Names names) {
    throw new Misuse(
        "--to %s knows one service at a time: add --stage with one of %s"
            .formatted(name(), String.join(", ", calls.keySet())));
  }

  static String goDuration(long nanos) {
    return nanos % MICRO == 0
        ? nanos / MICRO + " * time.Microsecond"
        : nanos + " * time.Nanosecond";
  }

  static String number(double value) {
    return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
  }

  /** A property as Hadoop's configuration files have it. */
  static String xmlProperty(String name, Object value) {
    return """
      <property>
        <name>%s</name>
        <value>%s</value>
      </property>
    """
        .formatted(name, value);
  }
}
