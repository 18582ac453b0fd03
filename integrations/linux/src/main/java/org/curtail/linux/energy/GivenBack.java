package org.curtail.linux.energy;

import java.util.List;

/**
 * What came of giving settings back, a sentence each.
 *
 * @param restored hold what they held before
 * @param others were changed by somebody else meanwhile, and were left alone
 * @param failed could not be restored
 */
record GivenBack(List<String> restored, List<String> others, List<String> failed) {
  GivenBack {
    restored = List.copyOf(restored);
    others = List.copyOf(others);
    failed = List.copyOf(failed);
  }
}
