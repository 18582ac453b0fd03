package org.curtail.linux.energy;

import java.util.List;

/**
 * Result of restoring settings, a sentence each.
 *
 * @param restored settings with their former values
 * @param others settings that another program has changed, left unchanged
 * @param failed settings that could not be restored
 */
record RestoreResult(List<String> restored, List<String> others, List<String> failed) {
  RestoreResult {
    restored = List.copyOf(restored);
    others = List.copyOf(others);
    failed = List.copyOf(failed);
  }
}
