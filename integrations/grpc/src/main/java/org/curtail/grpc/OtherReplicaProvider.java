package org.curtail.grpc;

import io.grpc.LoadBalancer;
import io.grpc.LoadBalancerProvider;
import io.grpc.LoadBalancerRegistry;

/**
 * A load balancing policy for hedged calls: {@code round_robin}, but a copy goes to a server
 * without an earlier attempt of the same call, if there is one. Other policies may send a copy to
 * the same slow server. grpc-java finds this policy by its name:
 *
 * <pre>{@code
 * ManagedChannelBuilder.forTarget("dns:///catalog:8080")
 *     .defaultLoadBalancingPolicy(OtherReplicaProvider.POLICY)
 * }</pre>
 */
public final class OtherReplicaProvider extends LoadBalancerProvider {
  /** The name of the policy. */
  public static final String POLICY = "curtail_other_replica";

  private static final String INNER = "round_robin";

  /** For {@link java.util.ServiceLoader}. */
  public OtherReplicaProvider() {}

  @Override
  public boolean isAvailable() {
    return true;
  }

  @Override
  public int getPriority() {
    return 5; // As grpc-java's own policies.
  }

  @Override
  public String getPolicyName() {
    return POLICY;
  }

  @Override
  public LoadBalancer newLoadBalancer(LoadBalancer.Helper helper) {
    LoadBalancerProvider inner = LoadBalancerRegistry.getDefaultRegistry().getProvider(INNER);
    if (inner == null) {
      throw new IllegalStateException("grpc-java has no load balancing policy " + INNER);
    }
    return new OtherReplicaBalancer(helper, inner);
  }
}
