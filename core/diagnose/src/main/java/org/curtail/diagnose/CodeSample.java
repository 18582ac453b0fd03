package org.curtail.diagnose;

import java.util.List;

/**
 * The code that a thread executed at one moment.
 *
 * @param threadId {@link Thread#threadId} of the thread
 * @param atNanos moment of the sample, by the server's clock
 * @param frames stack of methods as class and name, the running method first; at least one
 */
public record CodeSample(long threadId, long atNanos, List<String> frames) {
  public CodeSample {
    frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("frames must hold at least the running method");
    }
  }

  /** Returns the running method. */
  public String method() {
    return frames.getFirst();
  }
}
