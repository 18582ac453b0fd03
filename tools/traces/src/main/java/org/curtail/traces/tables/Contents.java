package org.curtail.traces.tables;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.DamageCounts;

/**
 * Summary of all requests of a recording.
 *
 * @param requests number of requests, at least 1
 * @param spans number of spans without duplicates
 * @param damage damage in the spans
 * @param leftOut files of a folder without spans
 * @param unit unit of the recording's times of day
 */
public record Contents(
    long requests, long spans, DamageCounts damage, List<String> leftOut, TimeUnit unit) {
  public Contents {
    leftOut = List.copyOf(leftOut);
  }
}
