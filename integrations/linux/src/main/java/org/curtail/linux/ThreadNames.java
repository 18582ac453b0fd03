package org.curtail.linux;

import java.nio.charset.StandardCharsets;
import org.curtail.linux.Availability.Available;
import org.curtail.linux.Availability.Unavailable;

/**
 * Names of threads in {@code top -H}, {@code ps -L} and {@code perf}: at most 15 bytes. By default
 * the JVM sets them from Java names. Thread-safe. A virtual thread has no such name.
 *
 * <p>Source: PR_SET_NAME in prctl(2).
 */
public final class ThreadNames {
  private ThreadNames() {}

  /** Returns the kernel's name of the calling thread. */
  public static Availability<String> current() {
    return CallingThread.kernel().then(ThreadNames::name);
  }

  /**
   * Sets the kernel's name of the calling thread; its Java name stays.
   *
   * @param name cut after the last whole character within 15 bytes of UTF-8
   * @return the resulting name
   */
  public static Availability<String> set(String name) {
    return CallingThread.kernel()
        .then(kernel -> {
          int answer = kernel.setName(KernelName.of(name));
          return answer < 0 ? new Unavailable<>("prctl: " + Errno.reason(answer)) : name(kernel);
        });
  }

  private static Availability<String> name(Kernel kernel) {
    return new Available<>(new String(kernel.name(), StandardCharsets.UTF_8));
  }
}
