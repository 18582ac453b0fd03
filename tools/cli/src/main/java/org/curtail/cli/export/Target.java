package org.curtail.cli.export;

import java.math.BigDecimal;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.curtail.benchkit.terminal.UsageError;

/** A system that can send copies of requests. Stateless. */
abstract class Target {
  /** Names of elements, without letters that are unusual there. */
  static final Pattern XML_NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_.-]*");

  private static final long MICRO = 1_000;

  private final String name;
  private final String what;
  private final Set<Name> names;
  private final boolean saysProbability;

  /**
   * Creates a target.
   *
   * @param name value of {@code --to}
   * @param what the kind of text, in a few words
   * @param names parts that the user may or must name
   * @param saysProbability true if it supports probabilities other than 1
   */
  Target(String name, String what, Set<Name> names, boolean saysProbability) {
    this.name = name;
    this.what = what;
    this.names = names;
    this.saysProbability = saysProbability;
  }

  /** Creates a target without names that always sends a copy. */
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
   * @throws org.curtail.benchkit.terminal.UsageError if a name is missing or wrong, or the target
   *     does not support so short or long a delay
   */
  abstract ExportText export(Copies copies, Names names);

  /**
   * The text for several kinds of calls at once; a target for one kind only rejects them.
   *
   * @param calls copies by names of calls; a name contains service and method
   * @throws org.curtail.benchkit.terminal.UsageError if the target supports one only, or a name is
   *     incomplete
   */
  ExportText export(Map<String, Copies> calls, Names names) {
    throw new UsageError(
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

  /** A property in Hadoop's configuration files. */
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
