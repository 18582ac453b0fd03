package org.curtail.cli.export;

import java.util.Map;
import java.util.Set;
import org.curtail.benchkit.terminal.UsageError;

/** A system that can send copies of requests. Stateless. */
class Target {
  private final String name;
  private final String what;
  private final Set<Name> names;
  private final boolean saysProbability;
  private final Export export;

  /** Writes a text. */
  interface Export {
    ExportText of(Copies copies, Names names);
  }

  /**
   * Creates a target.
   *
   * @param name value of {@code --to}
   * @param what the kind of text, in a few words
   * @param names parts that the user may or must name
   * @param saysProbability true if it supports probabilities other than 1
   */
  Target(String name, String what, Set<Name> names, boolean saysProbability, Export export) {
    this.name = name;
    this.what = what;
    this.names = names;
    this.saysProbability = saysProbability;
    this.export = export;
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
   * Returns the text.
   *
   * @param copies copies with probability 1 unless {@link #saysProbability}
   * @throws UsageError if a name is missing or wrong, or the target does not support such a delay
   */
  final ExportText export(Copies copies, Names names) {
    return export.of(copies, names);
  }

  /**
   * Returns the text for several kinds of calls. Most targets support only one kind.
   *
   * @param calls copies by names of calls; a name contains service and method
   * @throws UsageError if the target supports one kind only, or a name is incomplete
   */
  ExportText export(Map<String, Copies> calls, Names names) {
    throw new UsageError(
        "--to %s supports one service at a time: add --stage with one of %s"
            .formatted(name(), String.join(", ", calls.keySet())));
  }
}
