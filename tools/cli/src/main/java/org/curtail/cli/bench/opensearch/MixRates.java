package org.curtail.cli.bench.opensearch;

import java.util.List;

/**
 * The rates of short and long searches.
 *
 * @param shorts number of different short searches, which are the first ones
 * @param shortPerSecond rate of short searches
 * @param longPerSecond rates of long searches; empty if loads determine them
 * @param seconds duration of a block
 */
record MixRates(int shorts, double shortPerSecond, List<Double> longPerSecond, double seconds) {
  MixRates {
    longPerSecond = List.copyOf(longPerSecond);
  }
}
