package org.curtail.benchkit.inject;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargeMemoryTest {
  @TempDir Path caches;

  private void cache(int number, String size) throws IOException {
    Path cache = Files.createDirectories(caches.resolve("index" + number));
    Files.writeString(cache.resolve("size"), size + "\n");
  }

  @Test
  void theLargestCacheCounts() throws IOException {
    cache(0, "48K");
    cache(2, "2048K");
    assertThat(LargeMemory.lastCacheBytes(caches)).isEqualTo(2L << 20);
    cache(3, "491520K");
    assertThat(LargeMemory.lastCacheBytes(caches)).isEqualTo(480L << 20);
  }

  @Test
  void itIsSeveralCachesLargeButNoLargePartOfTheMachine() {
    assertThat(LargeMemory.bytes(128L << 20, 64L << 30)).isEqualTo(512L << 20);
    assertThat(LargeMemory.bytes(480L << 20, 64L << 30)).isEqualTo(1920L << 20);
    assertThat(LargeMemory.bytes(480L << 20, 8L << 30)).isEqualTo(1L << 30);
    assertThat(LargeMemory.bytes(16L << 20, 1L << 30)).isEqualTo(256L << 20);
  }

  @Test
  void whereTheKernelDoesNotTellAUsualOneIsTaken() throws IOException {
    assertThat(LargeMemory.lastCacheBytes(caches)).isEqualTo(64L << 20);
    cache(3, "large");
    assertThat(LargeMemory.lastCacheBytes(caches)).isEqualTo(64L << 20);
  }
}
