package org.curtail.grpc;

import io.grpc.CallOptions;
import java.net.SocketAddress;
import java.util.List;

/**
 * What an attempt of a hedged call tells interceptors and load balancers below: which attempt it
 * is, and which replicas it should avoid, since earlier attempts wait for them. A load balancer
 * finds it by {@link #of} in the call options of a pick. Immutable.
 *
 * @param previousAttempts attempts before this one: 0 for the first
 * @param avoid addresses of the servers that earlier attempts went to, as far as they are known;
 *     oldest first
 */
public record ReplicaHint(int previousAttempts, List<SocketAddress> avoid) {
  /** Of a first attempt, and of a call that is not hedged. */
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

  /** The hint among the options of a call; {@link #NONE} if there is none. */
  public static ReplicaHint of(CallOptions options) {
    return options.getOption(KEY);
  }

  /** The same options with this hint. */
  CallOptions in(CallOptions options) {
    return options.withOption(KEY, this);
  }
}
