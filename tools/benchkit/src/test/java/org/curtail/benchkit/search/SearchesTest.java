package org.curtail.benchkit.search;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import org.curtail.policy.Sequential;
import org.curtail.runtime.Curtail;
import org.curtail.runtime.SharedWork;
import org.junit.jupiter.api.Test;

final class SearchesTest {
  @Test
  void aSearchThatFailsSaysWhy() {
    SharedWork<?, Integer> failing =
        SharedWork.of(
            1,
            chunk -> {
              throw new IllegalStateException("the index is closed");
            },
            Integer::sum);
    try (Curtail engine = Curtail.with(new Sequential()).start()) {
      IOException e = assertThrows(IOException.class, () -> Searches.run(engine, failing));
      assertEquals(
          "a search failed: java.lang.IllegalStateException: the index is closed", e.getMessage());
    }
  }
}
