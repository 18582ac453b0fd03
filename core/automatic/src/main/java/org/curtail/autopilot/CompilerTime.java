package org.curtail.autopilot;

import java.lang.management.CompilationMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/**
 * What the JVM's compiler has taken since it was last looked. It compiles what plans on threads of
 * its own, which nobody can hold back, and that may take longer than planning itself: who plans
 * less at a time has less compiled at a time. The JVM knows the time that passed, not the CPU time,
 * so where it has to wait for a core it seems to take more. For one thread.
 */
final class CompilerTime {
  private static final long NANOS_PER_MS = 1_000_000;

  private final @Nullable CompilationMXBean compiler = ManagementFactory.getCompilationMXBean();
  private long lookedMillis = totalMillis();

  private long totalMillis() {
    return compiler != null && compiler.isCompilationTimeMonitoringSupported()
        ? compiler.getTotalCompilationTime()
        : 0;
  }

  /** Since the last call, or since the begin; 0 if the JVM does not know. */
  long nanosSinceLook() {
    long nowMillis = totalMillis();
    long sinceMillis = Math.max(nowMillis - lookedMillis, 0);
    lookedMillis = nowMillis;
    return sinceMillis * NANOS_PER_MS;
  }
}
