package org.curtail.diagnose;

import java.util.List;

/**
 * What a thread was at, at one moment.
 *
 * @param threadId {@link Thread#threadId} of the thread
 * @param atNanos when, by the server's clock
 * @param frames methods, class and name, the running one first; at least one
 */
public record CodeSample(long threadId, long atNanos, List<String> frames) {
  public CodeSample {
    frames = List.copyOf(frames);
    if (frames.isEmpty()) {
      throw new IllegalArgumentException("frames must hold at least the running method");
    }
  }

  /** The method that ran. */
  public String method() {
    return frames.getFirst();
  }
}
