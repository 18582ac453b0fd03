package org.curtail.grpc;

import io.grpc.CallOptions;
import java.net.SocketAddress;
import java.util.List;

/**
 * Number of an attempt and replicas to avoid, for interceptors and load balancers. {@link #of}
 * returns the hint from the call options. Immutable.
 *
 * @param previousAttempts number of earlier attempts: 0 for the first attempt
 * @param avoid known server addresses of earlier attempts, the oldest first
 */
public record ReplicaHint(int previousAttempts, List<SocketAddress> avoid) {
  /** Hint of first attempts and of calls that are not hedged. */
  public static final ReplicaHint NONE = new ReplicaHint(0, List.of());

  private static final CallOptions.Key<ReplicaHint> KEY =
      CallOptions.Key.createWithDefault("org.curtail.grpc.ReplicaHint", NONE);

  public ReplicaHint {
    if (previousAttempts < 0) {
      throw new IllegalArgumentException(
          "previousAttempts must not be negative: " + previousAttempts);
    }
    avoid = List.copyOf(avoid);
  }

  /** Returns the hint in the options of a call; {@link #NONE} if there is none. */
  public static ReplicaHint of(CallOptions options) {
    return options.getOption(KEY);
  }

  CallOptions in(CallOptions options) {
    return options.withOption(KEY, this);
  }
}
