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
    /** Slow visits are slow by chance, so a copy is usually fast. */
    NOISE,
    /** Unknown if a copy would be slow, too. */
    UNKNOWN,
    /** Slow requests are slow again when repeated, as they need much work. */
    WORK,
    /** Visits wait for visits of other requests. */
    QUEUE,
    /** A caller makes similar calls one after the other. */
    LOOP
  }
}
