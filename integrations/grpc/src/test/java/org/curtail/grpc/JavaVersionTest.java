package org.curtail.grpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class JavaVersionTest {
  @Test
  void testsRunOnTheDeclaredJava() {
    assertThat(Runtime.version().feature()).hasToString(System.getProperty("expectedJava"));
  }
}
