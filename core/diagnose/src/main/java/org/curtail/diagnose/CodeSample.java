package org.curtail.diagnose;

import java.util.List;

/**
 * The code that a thread executed at one moment.
 *
 * @param threadId {@link Thread#threadId} of the thread
 * @param atNanos the moment, by the server's clock
 * @param frames methods, class and name, the running one first; at least one
 */
public record CodeSample(long threadId, long atNanos, List<String> frames) {
  public CodeSample {
    frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("frames must hold at least the running method");
    }
  }

  /** Returns the method that ran. */
  public String method() {
    return frames.getFirst();
  }
}
