package org.curtail.micrometer;

import io.micrometer.core.instrument.Tags;
import org.curtail.Policy;
import org.curtail.PriorityClass;
import org.curtail.runtime.Outcome;

/**
 * Names and tags of the meters. Override a method for names or tags of your own. Threads of
 * requests call implementations, which must be thread-safe and fast.
 */
public interface MeterConvention {
  /** The convention of curtail: names with dots, tags of few values. */
  MeterConvention STANDARD = new MeterConvention() {};

  /**
   * Returns the name of a meter.
   *
   * @param standard name by the standard convention, such as {@code curtail.request}
   */
  default String name(String standard) {
    return standard;
  }

  /**
   * Returns the tags of all meters of an engine. Two engines in one registry need different tags.
   *
   * @param name name of the engine
   */
  default Tags engineTags(String name) {
    return Tags.of("engine", name);
  }

  /**
   * Returns the tags of all meters of a hedge. Two hedges in one registry need different tags.
   *
   * @param name name of the hedge
   */
  default Tags hedgeTags(String name) {
    return Tags.of("hedge", name);
  }

  /**
   * Returns the further tags of the timer of requests. Each combination of values is a timer, so
   * return few. Always return the same keys, as Prometheus requires.
   *
   * @param policy policy in force when the request ended
   */
  default Tags requestTags(Policy policy, PriorityClass priorityClass, Outcome outcome) {
    return Tags.of(
        "policy",
        policy.kind(),
        "class",
        Binding.word(priorityClass),
        "outcome",
        Binding.word(outcome));
  }
}
