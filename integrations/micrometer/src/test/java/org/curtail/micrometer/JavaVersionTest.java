package org.curtail.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaVersionTest {
  @Test
  void theseTestsRunOnTheJavaTheyClaim() {
    assertThat(Runtime.version().feature()).hasToString(System.getProperty("expectedJava"));
  }
}
