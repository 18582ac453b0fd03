package org.curtail.grpc;

import io.grpc.CallOptions;
import java.net.SocketAddress;
import java.util.List;

/**
 * The hint of a hedged call's attempt for interceptors and load balancers below: its number, and
 * the replicas to avoid, since earlier attempts wait for them. A load balancer gets it by {@link
 * #of} from the call options of a pick. Immutable.
 *
 * @param previousAttempts attempts before this one: 0 for the first
 * @param avoid known addresses of the servers of earlier attempts; oldest first
 */
public record ReplicaHint(int previousAttempts, List<SocketAddress> avoid) {
  /** The hint of a first attempt, and of a call that is not hedged. */
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

  /** Returns the hint among the options of a call; {@link #NONE} if there is none. */
  public static ReplicaHint of(CallOptions options) {
    return options.getOption(KEY);
  }

  /** Returns the options with this hint. */
  CallOptions in(CallOptions options) {
    return options.withOption(KEY, this);
  }
}
