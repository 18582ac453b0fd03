package org.curtail.linux;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ErrnoTest {
  /** From the kernel's errno-base.h and errno.h. */
  private static final Map<Integer, String> NAMES =
      Map.of(
          1, "EPERM", 3, "ESRCH", 7, "E2BIG", 12, "ENOMEM", 13, "EACCES", 14, "EFAULT", 16, "EBUSY",
          22, "EINVAL", 38, "ENOSYS");

  private static final Map<Integer, String> OF_COUNTERS =
      Map.of(2, "ENOENT", 19, "ENODEV", 24, "EMFILE", 95, "EOPNOTSUPP");

  @Test
  void everyErrorIsNamed() {
    NAMES.forEach((errno, name) -> assertThat(Errno.reason(-errno)).endsWith("(" + name + ")"));
    OF_COUNTERS.forEach(
        (errno, name) -> assertThat(Errno.reason(-errno)).endsWith("(" + name + ")"));
    assertThat(Errno.values()).hasSize(NAMES.size() + OF_COUNTERS.size());
  }

  @Test
  void onlyAMissingRightIsAskedFor() {
    NAMES.forEach((errno, name) -> {
      String reason = Errno.reason(-errno, "CAP_SYS_NICE");
      assertThat(reason).startsWith(Errno.reason(-errno));
      assertThat(reason.endsWith(": it takes CAP_SYS_NICE"))
          .as(name)
          .isEqualTo(errno == 1 || errno == 13);
    });
  }

  @Test
  void anUnknownErrorKeepsItsNumber() {
    assertThat(Errno.reason(-117)).isEqualTo("error 117");
  }
}
