package org.curtail.automatic.choose;

import java.util.List;

/**
 * Load at which candidates are compared.
 *
 * @param utilisation load as in {@link PolicyMap}
 * @param length length of each trace, as a multiple of that at a low load; high loads have longer
 *     busy periods
 */
public record Level(double utilisation, int length) {
  static final List<Level> ALL =
      List.of(
          new Level(0.1, 1),
          new Level(0.3, 1),
          new Level(0.5, 1),
          new Level(0.6, 1),
          new Level(0.7, 1),
          new Level(0.85, 2),
          new Level(0.95, 2));

  /**
   * Returns the levels for a service that may use only a part of its cores: all loads are lower
   * then.
   *
   * @param share usable share of the cores, more than 0, at most 1
   */
  static List<Level> within(double share, List<Level> levels) {
    return levels.stream()
        .map(level -> new Level(level.utilisation * share, level.length))
        .toList();
  }
}
