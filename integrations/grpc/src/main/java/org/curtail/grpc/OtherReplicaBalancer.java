package org.curtail.grpc;

import io.grpc.Attributes;
import io.grpc.ConnectivityState;
import io.grpc.EquivalentAddressGroup;
import io.grpc.LoadBalancer;
import io.grpc.LoadBalancerProvider;
import io.grpc.util.ForwardingLoadBalancer;
import io.grpc.util.ForwardingLoadBalancerHelper;
import java.net.SocketAddress;
import java.util.List;

/** Load balancer that repeats the pick of another policy while the pick is a replica to avoid. */
final class OtherReplicaBalancer extends ForwardingLoadBalancer {
  /** Limit of picks. One more pick may not be enough, as concurrent calls also pick. */
  private static final int MOST_PICKS = 10;

  /** Attribute with the addresses of a subchannel, as pickers may read only attributes. */
  private static final Attributes.Key<List<EquivalentAddressGroup>> ADDRESSES =
      Attributes.Key.create("org.curtail.grpc.addresses");

  private final LoadBalancer inner;

  OtherReplicaBalancer(LoadBalancer.Helper helper, LoadBalancerProvider policy) {
    this.inner = policy.newLoadBalancer(new Marking(helper));
  }

  @Override
  protected LoadBalancer delegate() {
    return inner;
  }

  private static final class Marking extends ForwardingLoadBalancerHelper {
    private final LoadBalancer.Helper helper;

    Marking(LoadBalancer.Helper helper) {
      this.helper = helper;
    }

    @Override
    protected LoadBalancer.Helper delegate() {
      return helper;
    }

    @Override
    public LoadBalancer.Subchannel createSubchannel(LoadBalancer.CreateSubchannelArgs args) {
      Attributes marked =
          args.getAttributes().toBuilder().set(ADDRESSES, args.getAddresses()).build();
      return helper.createSubchannel(args.toBuilder().setAttributes(marked).build());
    }

    @Override
    public void updateBalancingState(
        ConnectivityState state, LoadBalancer.SubchannelPicker picker) {
      helper.updateBalancingState(state, new Avoiding(picker));
    }
  }

  private static final class Avoiding extends LoadBalancer.SubchannelPicker {
    private final LoadBalancer.SubchannelPicker picker;

    Avoiding(LoadBalancer.SubchannelPicker picker) {
      this.picker = picker;
    }

    @Override
    public LoadBalancer.PickResult pickSubchannel(LoadBalancer.PickSubchannelArgs args) {
      LoadBalancer.PickResult picked = picker.pickSubchannel(args);
      List<SocketAddress> avoid = ReplicaHint.of(args.getCallOptions()).avoid();
      for (int picks = 1; picks < MOST_PICKS && isAvoided(picked, avoid); picks++) {
        picked = picker.pickSubchannel(args);
      }
      return picked;
    }

    private static boolean isAvoided(LoadBalancer.PickResult picked, List<SocketAddress> avoid) {
      LoadBalancer.Subchannel subchannel = picked.getSubchannel();
      if (avoid.isEmpty() || subchannel == null) {
        return false;
      }
      List<EquivalentAddressGroup> addresses = subchannel.getAttributes().get(ADDRESSES);
      return addresses != null
          && addresses.stream()
              .anyMatch(group -> group.getAddresses().stream().anyMatch(avoid::contains));
    }
  }
}
