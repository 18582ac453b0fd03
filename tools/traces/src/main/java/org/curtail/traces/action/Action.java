package org.curtail.traces.action;

import org.curtail.traces.workflow.Forecast;

/**
 * An action on a workflow, with its expected effect.
 *
 * @param why reason for the action
 * @param forecast forecast for whole requests
 */
public record Action(Reason why, Forecast forecast) {
  /** Findings about a stage in recorded requests. */
  public enum Reason {
    /** Slow visits are slow by chance: a copy is not slow as well. */
    NOISE,
    /** It is unknown if a copy would be slow as well. */
    UNKNOWN,
    /** Slow requests are slow again when repeated: they need much work. */
    WORK,
    /** Visits wait for those of other requests. */
    QUEUE,
    /** A caller waits for each call before it makes the next similar one. */
    LOOP
  }
}
