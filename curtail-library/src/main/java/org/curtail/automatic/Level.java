package org.curtail.automatic;

import java.util.List;

/**
 * A load at which candidates are compared.
 *
 * @param utilisation as in {@link PolicyMap}
 * @param length of each trace, in those of a low load: busy periods are longer at high ones
 */
record Level(double utilisation, int length) {
  /** Ascending. */
  static final List<Level> ALL =
      List.of(
          new Level(0.1, 1),
          new Level(0.3, 1),
          new Level(0.5, 1),
          new Level(0.7, 1),
          new Level(0.85, 2),
          new Level(0.95, 2));
}
