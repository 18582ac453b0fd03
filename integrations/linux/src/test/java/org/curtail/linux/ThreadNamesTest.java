package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** On the real kernel, checked through {@link Proc}; skipped where there is none. */
class ThreadNamesTest {
  @Test
  void namesTheCallingThreadAndNoOther() {
    String before = ThisLinux.required(ThreadNames.current());
    String javaName = Thread.currentThread().getName();
    assertThat(Proc.comm()).isEqualTo(before);
    try {
      assertThat(ThisLinux.required(ThreadNames.set("Grüße an alle da")))
          .isEqualTo("Grüße an alle");
      assertThat(Proc.comm()).isEqualTo("Grüße an alle");
      assertThat(ThisLinux.required(ThreadNames.current())).isEqualTo("Grüße an alle");
      assertThat(Thread.currentThread().getName()).isEqualTo(javaName);
    } finally {
      ThreadNames.set(before);
    }
    assertThat(Proc.comm()).isEqualTo(before);
  }
}
