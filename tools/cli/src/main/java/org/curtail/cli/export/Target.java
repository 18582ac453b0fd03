package org.curtail.cli.export;

import java.util.Map;
import java.util.Set;
import org.curtail.benchkit.terminal.Misuse;

/** A system that can be told to send requests again. Stateless. */
interface Target {
  /** As {@code --to} has it. */
  String name();

  /** What the text is, in a few words. */
  String what();

  /** What of it the user may or must name; nothing unless it says otherwise. */
  default Set<Name> names() {
    return Set.of();
  }

  /** Whether it can send a copy with a probability other than 1; not unless it says otherwise. */
  default boolean saysProbability() {
    return false;
  }

  /**
   * The text.
   *
   * @param copies with probability 1 unless {@link #saysProbability}
   * @throws org.curtail.benchkit.terminal.Misuse if a name is missing or wrong, or the target
   *     cannot say so short or long a delay
   */
  Exported export(Copies copies, Names names);

  /**
   * The text for several kinds of calls at once; a target that knows one only says so.
   *
   * @param calls names of calls, with what is done for each; the names tell service and method
   * @throws org.curtail.benchkit.terminal.Misuse if the target knows one only, or a name does not
   *     tell enough
   */
  default Exported export(Map<String, Copies> calls, Names names) {
    throw new Misuse(
        "--to %s knows one service at a time: add --stage with one of %s"
            .formatted(name(), String.join(", ", calls.keySet())));
  }
}
