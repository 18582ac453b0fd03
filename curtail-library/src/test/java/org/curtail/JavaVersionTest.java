package org.curtail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaVersionTest {
  @Test
  void these_tests_run_on_the_Java_they_claim() {
    assertThat(Runtime.version().feature()).hasToString(System.getProperty("expectedJava"));
  }
}
