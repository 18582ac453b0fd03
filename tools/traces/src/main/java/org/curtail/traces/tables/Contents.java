package org.curtail.traces.tables;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.curtail.traces.DamageCounts;

/**
 * What a recording holds, all requests together.
 *
 * @param requests at least 1
 * @param spans without duplicates
 * @param damage what was broken
 * @param leftOut files of a folder in which no spans were found
 * @param unit in which the recording has times of day
 */
public record Contents(
    long requests, long spans, DamageCounts damage, List<String> leftOut, TimeUnit unit) {
  public Contents {
    leftOut = List.copyOf(leftOut);
  }
}
