package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class KernelNameTest {
  @Test
  void shortNamesAreKept() {
    assertThat(of("")).isEmpty();
    assertThat(of("curtail")).isEqualTo("curtail");
    assertThat(of("exactly-fifteen")).isEqualTo("exactly-fifteen");
  }

  @Test
  void longNamesLoseTheirEnd() {
    assertThat(of("more-than-fifteen")).isEqualTo("more-than-fifte");
  }

  @Test
  void aCharacterIsWholeOrAbsent() {
    // Thirteen bytes before a character of one to four bytes.
    assertThat(of("thirteen-byte" + "äb")).isEqualTo("thirteen-byte" + "ä");
    assertThat(of("fourteen-bytes" + "ä")).isEqualTo("fourteen-bytes");
    assertThat(of("thirteen-byte" + "€")).isEqualTo("thirteen-byte");
    assertThat(of("twelve-bytes" + "€")).isEqualTo("twelve-bytes" + "€");
    assertThat(of("twelve-bytes" + "🐢")).isEqualTo("twelve-bytes");
    assertThat(of("eleven-byte" + "🐢")).isEqualTo("eleven-byte" + "🐢");
    assertThat(of("🐢🐢🐢🐢")).isEqualTo("🐢🐢🐢");
  }

  @Test
  void numbersAreKeptBeforeNames() {
    assertThat(of("worker", 3)).isEqualTo("worker-3");
    assertThat(of("curtail-worker", 3)).isEqualTo("curtail-worke-3");
    assertThat(of("curtail-worker", 1234)).isEqualTo("curtail-wo-1234");
    assertThat(of("thirteen-bytä", 1)).isEqualTo("thirteen-byt-1");
    assertThat(of("any", Integer.MAX_VALUE)).isEqualTo("any-2147483647");
  }

  private static String of(String name) {
    return new String(KernelName.of(name), StandardCharsets.UTF_8);
  }

  private static String of(String name, int number) {
    return new String(KernelName.of(name, number), StandardCharsets.UTF_8);
  }
}
