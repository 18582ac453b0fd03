package org.curtail.cli.serve.search;

/**
 * The setting of an engine.
 *
 * @param policy name of its policy
 * @param cores cores that it serves with, at least 1
 * @param isEmulated true if the machine does not have these cores
 * @param queueLimit most requests that wait
 */
public record EngineSetting(String policy, int cores, boolean isEmulated, int queueLimit) {
  /** Most emulated cores: with more, threads wake up too often. */
  public static final int MOST_EMULATED = 64;

  public EngineSetting {
    if (cores < 1 || (isEmulated && cores > MOST_EMULATED)) {
      throw new IllegalArgumentException(
          "expected 1 core or more, and at most %d emulated ones: %d"
              .formatted(MOST_EMULATED, cores));
    }
    if (queueLimit < 0) {
      throw new IllegalArgumentException("queueLimit must not be negative: " + queueLimit);
    }
  }

  /** The same setting with another policy. */
  public EngineSetting withPolicy(String other) {
    return new EngineSetting(other, cores, isEmulated, queueLimit);
  }

  /** The same setting with this number of emulated cores. */
  public EngineSetting onEmulatedCores(int count) {
    return new EngineSetting(policy, count, true, queueLimit);
  }
}
